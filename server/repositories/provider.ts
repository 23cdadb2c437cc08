/** Why a read gives nothing. */
export type ReadRefusal = {
  ok: false;
  reason:
    | "not-found"
    | "path-invalid"
    | "range-invalid"
    | "terms-invalid"
    /** The path names a directory, a symbolic link or a submodule. */
    | "not-a-file"
    | "binary"
    | "too-large"
    | "unavailable"
    | "busy";
};

/** Why a repository cannot be read as a whole. */
export type RepositoryProblem = "missing" | "not-a-repository" | "empty" | "detached" | "unreadable";

/** The default branch and the commit it stands at. */
export type Head = { branch: string; commit: string };

export type TreeEntry = { path: string; kind: "file" | "directory" | "symlink" | "submodule"; size?: number };
export type NumberedLine = { number: number; text: string };
export type SearchHit = { path: string; line: number; text: string };
export type HistoryEntry = { commit: string; message: string; author: string; date: string };

export type TreeResult = { ok: true; commit: string; entries: TreeEntry[]; truncated: boolean } | ReadRefusal;
export type FileResult =
  | {
      ok: true;
      commit: string;
      path: string;
      size: number;
      /** How many lines the whole file has. */
      total: number;
      start: number;
      /** The last line given; `start - 1` when there is none. */
      end: number;
      lines: NumberedLine[];
    }
  | ReadRefusal;
export type SearchResult = { ok: true; commit: string; hits: SearchHit[]; truncated: boolean } | ReadRefusal;
export type HistoryResult = { ok: true; commit: string; commits: HistoryEntry[] } | ReadRefusal;

/**
 * One repository wherever it lives. Every read is of what is committed on the default branch, at its head or at a
 * `commit` that belongs to it, and is bounded: 500 entries, 256 KiB of a text file in windows of 400 lines, 50 hits,
 * 20 commits.
 */
export type RepositorySource = {
  /** Stays the same when the repository is renamed. */
  externalKey: string;
  head(): Promise<({ ok: true } & Head) | { ok: false; problem: RepositoryProblem }>;
  /** Everything below `prefix`, in path order; `limit` is 200 unless given and at most 500. */
  tree(options?: {
    commit?: string | undefined;
    prefix?: string | undefined;
    limit?: number | undefined;
  }): Promise<TreeResult>;
  /** Lines `start` to `end`, counted from 1; 400 from `start` on unless `end` is given, and never more. */
  file(options: {
    commit?: string | undefined;
    path: string;
    start?: number | undefined;
    end?: number | undefined;
  }): Promise<FileResult>;
  /** Lines that hold `terms` as they are written, ignoring case; 1 to 200 characters on one line. */
  search(options: {
    commit?: string | undefined;
    terms: string;
    prefix?: string | undefined;
    limit?: number | undefined;
  }): Promise<SearchResult>;
  /** The latest commits, of `path` where one is given. */
  history(options?: {
    commit?: string | undefined;
    path?: string | undefined;
    limit?: number | undefined;
  }): Promise<HistoryResult>;
};

/** What a provider found: a source to read, or why there is none. */
export type FoundRepository = {
  provider: "local";
  externalKey: string;
  /** `owner/name` as the remote has it, or null when it has none. */
  remoteName: string | null;
  /** What to call it after otherwise. */
  folder: string;
  source: RepositorySource;
};
