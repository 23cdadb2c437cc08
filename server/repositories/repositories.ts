import { sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { repositories as table } from "../../db/schema/repositories.ts";
import { systemClock, type Clock } from "../base/clock.ts";
import { randomIds, type Ids } from "../base/ids.ts";
import type { Log } from "../base/log.ts";
import { createGit, type Git } from "./git.ts";
import { openLocalGit } from "./local-git.ts";
import type {
  FileResult,
  FoundRepository,
  Head,
  HistoryResult,
  RepositoryProblem,
  RepositorySource,
  SearchResult,
  TreeResult,
} from "./provider.ts";
import { folderName } from "./remote-name.ts";

export type {
  FileResult,
  Head,
  HistoryResult,
  RepositoryProblem,
  SearchResult,
  TreeEntry,
  TreeResult,
} from "./provider.ts";

/** What documents are about. `defaultBranch` is null, and `problem` says why, while it cannot be read. */
export type Repository = {
  id: string;
  provider: "local";
  /** `owner/name`, unique ignoring case. */
  name: string;
  defaultBranch: string | null;
  available: boolean;
  problem?: RepositoryProblem;
};

export type Repositories = Awaited<ReturnType<typeof createRepositories>>;

/** How long a listing may show the same state. Reads always look. */
const listingMs = 1000;

type Known = { id: string; name: string; provider: "local"; source: RepositorySource };

/**
 * The repositories at `paths`, each remembered under an id of its own from the first start that names it. Callers
 * ask access first; here nobody is asked.
 */
export async function createRepositories({
  db,
  paths,
  log,
  clock = systemClock,
  ids = randomIds,
  git = createGit(),
}: {
  db: Db;
  paths: readonly string[];
  log: Log;
  clock?: Clock;
  ids?: Ids;
  git?: Git;
}) {
  const known = await remember({ db, clock, ids, found: named(await findAll({ paths, git })) });
  const listed = new Map<string, { at: number; repository: Promise<Repository> }>();
  for (const { name, source } of known.values()) {
    const head = await source.head();
    if (head.ok) log.info("repository ready", { repository: name, branch: head.branch });
    else
      log.warn("repository unavailable", {
        repository: name,
        problem: head.problem,
        path: source.externalKey,
      });
  }

  function describe(entry: Known): Promise<Repository> {
    const now = clock.now().getTime();
    const last = listed.get(entry.id);
    if (last !== undefined && now >= last.at && now - last.at < listingMs) return last.repository;
    const repository = stateOf(entry);
    listed.set(entry.id, { at: now, repository });
    return repository;
  }

  const refused = { ok: false, reason: "not-found" } as const;

  return {
    /** True for a repository this instance is configured with, whether or not it can be read just now. */
    isKnown: (id: string): boolean => known.has(id),

    /** All that are configured, in the order of the configuration. Their state is at most a second old. */
    list: (): Promise<Repository[]> => Promise.all([...known.values()].map(describe)),

    async get(id: string): Promise<Repository | null> {
      const entry = known.get(id);
      return entry === undefined ? null : await describe(entry);
    },

    /** Finds `owner/name`, ignoring case as hosts of repositories do. */
    async byName(name: string): Promise<Repository | null> {
      const entry = [...known.values()].find((candidate) => sameName(candidate.name, name));
      return entry === undefined ? null : await describe(entry);
    },

    /** The default branch and its commit now. */
    async head(
      id: string,
    ): Promise<({ ok: true } & Head) | { ok: false; reason: "not-found" | "unavailable" }> {
      const head = await known.get(id)?.source.head();
      if (head === undefined) return refused;
      return head.ok ? head : { ok: false, reason: "unavailable" };
    },

    /** Files and directories below a prefix, at most 500 (200 unless asked). */
    async tree(id: string, options: Parameters<RepositorySource["tree"]>[0] = {}): Promise<TreeResult> {
      return (await known.get(id)?.source.tree(options)) ?? refused;
    },

    /** At most 400 numbered lines of a text file of at most 256 KiB. */
    async file(id: string, options: Parameters<RepositorySource["file"]>[0]): Promise<FileResult> {
      return (await known.get(id)?.source.file(options)) ?? refused;
    },

    /** At most 50 lines that hold the terms, ignoring case. */
    async search(id: string, options: Parameters<RepositorySource["search"]>[0]): Promise<SearchResult> {
      return (await known.get(id)?.source.search(options)) ?? refused;
    },

    /** At most 20 commits, the latest first. */
    async history(
      id: string,
      options: Parameters<RepositorySource["history"]>[0] = {},
    ): Promise<HistoryResult> {
      return (await known.get(id)?.source.history(options)) ?? refused;
    },
  };
}

async function stateOf({ id, name, provider, source }: Known): Promise<Repository> {
  const head = await source.head();
  return head.ok
    ? { id, name, provider, defaultBranch: head.branch, available: true }
    : { id, name, provider, defaultBranch: null, available: false, problem: head.problem };
}

/** Opens each path once, however often and through whatever link it is named. */
async function findAll({ paths, git }: { paths: readonly string[]; git: Git }): Promise<FoundRepository[]> {
  const found = await Promise.all(paths.map((directory) => openLocalGit({ directory, git })));
  return [...new Map(found.toReversed().map((one) => [one.externalKey, one])).values()].toReversed();
}

/** Gives each a name of its own: the remote's, for a second checkout of the same its folder's, then numbered. */
function named(found: FoundRepository[]): { name: string; found: FoundRepository }[] {
  const taken = new Set<string>();
  return found.map((one) => {
    const local = `local/${folderName(one.folder)}`;
    let name = one.remoteName ?? local;
    for (let number = 1; taken.has(name.toLowerCase()); number += 1) {
      name = number === 1 ? local : `${local}-${number}`;
    }
    taken.add(name.toLowerCase());
    return { name, found: one };
  });
}

async function remember({
  db,
  clock,
  ids,
  found,
}: {
  db: Db;
  clock: Clock;
  ids: Ids;
  found: { name: string; found: FoundRepository }[];
}): Promise<Map<string, Known>> {
  const known = new Map<string, Known>();
  for (const { name, found: one } of found) {
    const now = clock.now();
    const [row] = await db
      .insert(table)
      .values({
        id: ids.uuid(),
        provider: one.provider,
        externalKey: one.externalKey,
        name,
        createdAt: now,
        updatedAt: now,
      })
      .onConflictDoUpdate({
        target: [table.provider, table.externalKey],
        set: {
          name,
          updatedAt: sql`case when ${table.name} = excluded.name then ${table.updatedAt} else excluded.updated_at end`,
        },
      })
      .returning({ id: table.id });
    if (row !== undefined)
      known.set(row.id, { id: row.id, name, provider: one.provider, source: one.source });
  }
  return known;
}

function sameName(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase();
}
