import { realpath, stat } from "node:fs/promises";
import path from "node:path";
import { createHead } from "./default-branch.ts";
import { printed, type Git } from "./git.ts";
import { localReads } from "./local-reads.ts";
import type { FoundRepository, RepositoryProblem, RepositorySource } from "./provider.ts";
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
  const remote = printed(await run(["config", "--local", "--get", "remote.origin.url"]));
  const head = createHead({ git: run, ...where });
  return {
    ...described,
    remoteName: remote === null ? null : remoteName(remote),
    source: { externalKey: root, head, ...localReads({ git: run, head }) },
  };
}

async function locate({
  root,
  git,
}: {
  root: string;
  git: Git;
}): Promise<{ gitDir: string; commonDir: string } | { problem: RepositoryProblem }> {
  const isDirectory = await stat(root).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isDirectory) return { problem: "missing" };
  const asked = await git(["rev-parse", "--absolute-git-dir"], { cwd: root });
  if (!asked.ok && !asked.detail.includes("not a git repository")) return { problem: "unreadable" };
  const inside = printed(asked);
  if (inside === null) return { problem: "not-a-repository" };
  const gitDir = await realpath(inside);
  // A linked work tree has its own HEAD and shares the branches of the repository it belongs to.
  const common = printed(await git(["rev-parse", "--git-common-dir"], { cwd: root }));
  return { gitDir, commonDir: common === null ? gitDir : path.resolve(root, common) };
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
