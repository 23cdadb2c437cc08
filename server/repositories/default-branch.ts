import { stat } from "node:fs/promises";
import path from "node:path";
import { printed, type Git } from "./git.ts";
import type { Head, RepositoryProblem } from "./provider.ts";

type HeadResult = ({ ok: true } & Head) | { ok: false; problem: RepositoryProblem };

/**
 * Tells where the default branch stands. Git is asked again only when one of the few files that say so changed:
 * starting a process from one that holds the embedded database stops everything else for up to 25 ms.
 */
export function createHead({
  git,
  gitDir,
  commonDir,
}: {
  git: Git;
  gitDir: string;
  commonDir: string;
}): () => Promise<HeadResult> {
  let branch: string | null = null;
  let known: { head: HeadResult; mark: string } | null = null;

  async function markOf(branch: string): Promise<string> {
    const files = [
      path.join(gitDir, "HEAD"),
      ...[
        "packed-refs",
        "reftable/tables.list",
        `${remotes}HEAD`,
        `${heads}${branch}`,
        `${remotes}${branch}`,
      ].map((file) => path.join(commonDir, file)),
    ];
    return (await Promise.all(files.map(markOfFile))).join(" ");
  }

  return async () => {
    // Taken before git looks, so that what changes meanwhile shows at the next asking.
    const mark = branch === null ? null : await markOf(branch);
    if (known !== null && mark === known.mark) return known.head;
    const head = await headOf(git);
    known = head.ok && mark !== null && head.branch === branch ? { head, mark } : null;
    branch = head.ok ? head.branch : null;
    return head;
  };
}

/** Git replaces these files, so a change is a new file even where size and time are the same. */
async function markOfFile(file: string): Promise<string> {
  try {
    const { ino, mtimeNs, size } = await stat(file, { bigint: true });
    return `${ino}:${mtimeNs}:${size}`;
  } catch {
    return "-";
  }
}

/**
 * The default branch: the one the remote calls its head, else the one that is checked out. Where it exists both here
 * and as a copy of the remote's, the one that contains the other is read, and the one here when neither does.
 */
async function headOf(git: Git): Promise<HeadResult> {
  const remote = printed(await git(["for-each-ref", "--format=%(symref)", `${remotes}HEAD`]));
  if (remote?.startsWith(remotes)) {
    const branch = remote.slice(remotes.length);
    const commit = await commitOf({ git, branch });
    if (commit !== null) return { ok: true, branch, commit };
  }
  const here = await git(["symbolic-ref", "-q", "HEAD"]);
  if (!here.ok) return { ok: false, problem: "unreadable" };
  const checkedOut = printed(here);
  if (!checkedOut?.startsWith(heads)) return { ok: false, problem: "detached" };
  const branch = checkedOut.slice(heads.length);
  const commit = await commitOf({ git, branch });
  return commit === null ? { ok: false, problem: "empty" } : { ok: true, branch, commit };
}

const heads = "refs/heads/";
const remotes = "refs/remotes/origin/";

/** Every run starts a process, so both copies of the branch are asked for at once. */
async function commitOf({ git, branch }: { git: Git; branch: string }): Promise<string | null> {
  const names = [`${heads}${branch}`, `${remotes}${branch}`];
  const found = printed(await git(["for-each-ref", "--format=%(objectname) %(refname)", ...names]));
  const commits = new Map(
    found?.split("\n").map((line) => [line.slice(line.indexOf(" ") + 1), line.split(" ")[0]]),
  );
  const [local, remote] = names.map((name) => commits.get(name));
  if (local === undefined || remote === undefined || local === remote) return local ?? remote ?? null;
  const remoteIsAhead = await git(["merge-base", "--is-ancestor", local, remote]);
  return remoteIsAhead.ok && remoteIsAhead.code === 0 ? remote : local;
}
