const segment = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,99}$/;

/**
 * `owner/name` of a remote's address, case kept: https, ssh and git addresses and git's short `host:owner/name`.
 * Null for paths on disk and for whatever an address in Chopin could not carry.
 */
export function remoteName(remote: string): string | null {
  const path = remotePath(remote.trim());
  const parts = path
    ?.replace(/\/+$/, "")
    .replace(/\.git$/, "")
    .split("/")
    .filter((part) => part !== "");
  const [owner, name] = parts?.slice(-2) ?? [];
  if (owner === undefined || name === undefined || !segment.test(owner) || !segment.test(name)) return null;
  return `${owner}/${name}`;
}

function remotePath(remote: string): string | null {
  if (/^[a-z+]+:\/\//i.test(remote)) {
    if (!URL.canParse(remote)) return null;
    const url = new URL(remote);
    return /^(https?|ssh|git|git\+ssh|ssh\+git):$/.test(url.protocol) ? url.pathname : null;
  }
  return /^(?:[^\s/:@]+@)?(?:[^\s/:]+|\[[\da-f:]+\]):(?!\/\/)([^\s:]+)$/i.exec(remote)?.[1] ?? null;
}

/** The folder's name as an address can carry it. */
export function folderName(folder: string): string {
  const name = folder
    .normalize("NFC")
    .replaceAll(/[^\p{L}\p{M}\p{N}._-]+/gu, "-")
    .replaceAll(/^[.-]+|[.-]+$/g, "")
    .slice(0, 100)
    .toWellFormed();
  return name === "" ? "repository" : name;
}
