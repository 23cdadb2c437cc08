import { realpath, stat } from "node:fs/promises";
import path from "node:path";
import type { Git, GitResult } from "./git.ts";
import { localReads } from "./local-reads.ts";
import type { FoundRepository, Head, RepositoryProblem, RepositorySource } from "./provider.ts";
import { remoteName } from "./remote-name.ts";

/**
 * The checkout at `directory`, which must be its root (or a bare repository): a folder inside somebody's larger
 * checkout does not open that. Whatever is wrong with it is told by `head`, so that the others still work.
 */
export async function openLocalGit({
  directory,
  git,
}: {
  directory: string;
  git: Git;
}): Promise<FoundRepository> {
  const root = await realpath(directory).catch(() => path.resolve(directory));
  const where = await locate({ root, git });
  const described = { provider: "local" as const, externalKey: root, folder: path.basename(root) };
  if ("problem" in where)
    return { ...described, remoteName: null, source: brokenSource(root, where.problem) };
  const run: Git = (args, options) =>
    git(["--bare", `--git-dir=${where.gitDir}`, ...args], { cwd: where.gitDir, ...options });
  const remote = text(await run(["config", "--local", "--get", "remote.origin.url"]));
  return {
    ...described,
    remoteName: remote === null ? null : remoteName(remote),
    source: {
      externalKey: root,
      head: () => headOf(run),
      ...localReads({ git: run, head: () => headOf(run) }),
    },
  };
}

async function locate({
  root,
  git,
}: {
  root: string;
  git: Git;
}): Promise<{ gitDir: string } | { problem: RepositoryProblem }> {
  const isDirectory = await stat(root).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isDirectory) return { problem: "missing" };
  const asked = await git(["rev-parse", "--absolute-git-dir"], { cwd: root });
  if (!asked.ok && !asked.detail.includes("not a git repository")) return { problem: "unreadable" };
  const inside = text(asked);
  if (inside === null) return { problem: "not-a-repository" };
  return { gitDir: await realpath(inside) };
}

/**
 * The default branch: the one the remote calls its head, else the one that is checked out. Where it exists both here
 * and as a copy of the remote's, the one that contains the other is read, and the one here when neither does.
 */
async function headOf(git: Git): Promise<({ ok: true } & Head) | { ok: false; problem: RepositoryProblem }> {
  const remote = text(await git(["symbolic-ref", "-q", "refs/remotes/origin/HEAD"]));
  const branches = [remote?.startsWith(remotes) ? remote.slice(remotes.length) : null];
  const here = await git(["symbolic-ref", "-q", "HEAD"]);
  if (!here.ok) return { ok: false, problem: "unreadable" };
  const checkedOut = text(here);
  branches.push(checkedOut?.startsWith(heads) ? checkedOut.slice(heads.length) : null);
  for (const branch of branches) {
    if (branch === null) continue;
    const commit = await commitOf({ git, branch });
    if (commit !== null) return { ok: true, branch, commit };
  }
  return { ok: false, problem: checkedOut === null ? "detached" : "empty" };
}

const heads = "refs/heads/";
const remotes = "refs/remotes/origin/";

async function commitOf({ git, branch }: { git: Git; branch: string }): Promise<string | null> {
  const [local, remote] = await Promise.all(
    [heads, remotes].map(async (kind) =>
      text(await git(["rev-parse", "-q", "--verify", `${kind}${branch}^{commit}`])),
    ),
  );
  if (local == null || remote == null || local === remote) return local ?? remote ?? null;
  const remoteIsAhead = await git(["merge-base", "--is-ancestor", local, remote]);
  return remoteIsAhead.ok && remoteIsAhead.code === 0 ? remote : local;
}

function brokenSource(externalKey: string, problem: RepositoryProblem): RepositorySource {
  const refused = { ok: false, reason: "unavailable" } as const;
  return {
    externalKey,
    head: async () => ({ ok: false, problem }),
    tree: async () => refused,
    file: async () => refused,
    search: async () => refused,
    history: async () => refused,
  };
}

/** The one line a successful run printed, else null. Only the closing line break goes: a path may end in a space. */
function text(result: GitResult): string | null {
  if (!result.ok || result.code !== 0) return null;
  const line = result.stdout.toString("utf8").replace(/\r?\n$/, "");
  return line === "" ? null : line;
}
