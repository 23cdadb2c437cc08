import type { Git } from "./git.ts";
import type {
  FileResult,
  Head,
  HistoryEntry,
  HistoryResult,
  NumberedLine,
  ReadRefusal,
  RepositorySource,
  SearchHit,
  SearchResult,
  TreeEntry,
  TreeResult,
} from "./provider.ts";
import { cleanPrefix, isTreePath } from "./tree-path.ts";

const mostEntries = 500;
const usualEntries = 200;
const mostFileBytes = 256 * 1024;
const windowLines = 400;
const mostHits = 50;
const mostCommits = 20;
const longestTerms = 200;
/** A hit shows where to look, not a minified file. */
const longestHit = 500;

type Reads = Pick<RepositorySource, "tree" | "file" | "search" | "history">;

/**
 * Reads of committed objects. A path goes to git after `--` and taken literally, a commit only as the hash that was
 * checked to belong to the default branch, so that neither can be read as an option, a pattern or another revision.
 */
export function localReads({
  git,
  head,
}: {
  git: Git;
  head: () => Promise<({ ok: true } & Head) | { ok: false }>;
}): Reads {
  /** Pairs of a commit and a head that it belongs to, which stays so for ever. */
  const belonging = new Set<string>();

  async function commitOf(asked: string | undefined): Promise<{ ok: true; commit: string } | ReadRefusal> {
    const now = await head();
    if (!now.ok) return refusal("unavailable");
    if (asked === undefined || asked === now.commit) return now;
    if (!/^([0-9a-f]{40}|[0-9a-f]{64})$/.test(asked)) return refusal("not-found");
    const pair = `${asked} ${now.commit}`;
    if (belonging.has(pair)) return { ok: true, commit: asked };
    const belongs = await git(["merge-base", "--is-ancestor", asked, now.commit]);
    if (!belongs.ok && belongs.reason === "busy") return refusal("busy");
    // An unknown commit makes git fail, which is no fault of the repository.
    if (!belongs.ok || belongs.code !== 0) return refusal("not-found");
    if (belonging.size >= 1000) belonging.clear();
    belonging.add(pair);
    return { ok: true, commit: asked };
  }

  async function entryAt(commit: string, path: string): Promise<{ ok: true; entry: RawEntry } | ReadRefusal> {
    const listed = await git(["ls-tree", "-z", "-l", "--full-tree", commit, "--", path]);
    if (!listed.ok) return refusal(listed.reason);
    const entry = entriesOf(listed.stdout).find((candidate) => candidate.path === path);
    return entry === undefined ? refusal("not-found") : { ok: true, entry };
  }

  return {
    async tree({ commit: asked, prefix: given = "", limit = usualEntries } = {}): Promise<TreeResult> {
      const prefix = cleanPrefix(given);
      if (prefix === null) return refusal("path-invalid");
      const at = await commitOf(asked);
      if (!at.ok) return at;
      const most = bounded(limit, mostEntries);
      const below = prefix === "" ? [] : [`${prefix}/`];
      const listed = await git(
        ["ls-tree", "-z", "-l", "-r", "-t", "--full-tree", at.commit, "--", ...below],
        {
          // Git also lists the directories that lead to the prefix.
          stopAfter: { byte: 0, count: most + 1 + prefix.split("/").length },
        },
      );
      if (!listed.ok) return refusal(listed.reason);
      const found = entriesOf(listed.stdout).filter(
        ({ path }) => prefix === "" || path.startsWith(`${prefix}/`),
      );
      if (found.length === 0 && prefix !== "") {
        const entry = await entryAt(at.commit, prefix);
        if (!entry.ok) return entry;
      }
      return {
        ok: true,
        commit: at.commit,
        entries: found.slice(0, most).map(toTreeEntry),
        truncated: found.length > most,
      };
    },

    async file({ commit: asked, path, start = 1, end = start + windowLines - 1 }): Promise<FileResult> {
      if (!isTreePath(path)) return refusal("path-invalid");
      if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || start < 1 || end < start) {
        return refusal("range-invalid");
      }
      const at = await commitOf(asked);
      if (!at.ok) return at;
      const found = await entryAt(at.commit, path);
      if (!found.ok) return found;
      if (kindOf(found.entry) !== "file") return refusal("not-a-file");
      if (found.entry.size > mostFileBytes) return refusal("too-large");
      const blob = await git(["cat-file", "blob", found.entry.object]);
      if (!blob.ok) return refusal(blob.reason);
      const content = textOf(blob.stdout);
      if (content === null) return refusal("binary");
      const all = linesOf(content);
      const last = Math.min(end, start + windowLines - 1);
      const lines: NumberedLine[] = all
        .slice(start - 1, last)
        .map((text, index) => ({ number: start + index, text }));
      return {
        ok: true,
        commit: at.commit,
        path,
        size: found.entry.size,
        total: all.length,
        start,
        end: start + lines.length - 1,
        lines,
      };
    },

    async search({ commit: asked, terms, prefix: given = "", limit = mostHits }): Promise<SearchResult> {
      if (
        terms.trim() === "" ||
        terms.length > longestTerms ||
        /[\r\n\0]/.test(terms) ||
        !terms.isWellFormed()
      ) {
        return refusal("terms-invalid");
      }
      const prefix = cleanPrefix(given);
      if (prefix === null) return refusal("path-invalid");
      const at = await commitOf(asked);
      if (!at.ok) return at;
      const most = bounded(limit, mostHits);
      const options = [
        "-F",
        "-i",
        "-I",
        "-n",
        "-z",
        "--full-name",
        "--no-color",
        "--no-column",
        "--no-textconv",
      ];
      const below = prefix === "" ? [] : [prefix];
      const listed = await git(
        [
          "grep",
          ...options,
          "--no-recurse-submodules",
          "--threads=1",
          "-e",
          terms,
          at.commit,
          "--",
          ...below,
        ],
        // Two a hit, so the one after the last that is needed begins when that one is complete.
        { stopAfter: { byte: 0, count: (most + 1) * 2 + 2 } },
      );
      if (!listed.ok) return refusal(listed.reason);
      const hits = hitsOf({ output: listed.stdout, commit: at.commit });
      return { ok: true, commit: at.commit, hits: hits.slice(0, most), truncated: hits.length > most };
    },

    async history({ commit: asked, path, limit = mostCommits } = {}): Promise<HistoryResult> {
      if (path !== undefined && !isTreePath(path)) return refusal("path-invalid");
      const at = await commitOf(asked);
      if (!at.ok) return at;
      const listed = await git([
        "log",
        "-z",
        "--no-show-signature",
        "--no-mailmap",
        "--no-color",
        "--no-notes",
        `--max-count=${bounded(limit, mostCommits)}`,
        "--format=tformat:%H%x00%an%x00%aI%x00%s",
        at.commit,
        "--",
        ...(path === undefined ? [] : [path]),
      ]);
      if (!listed.ok) return refusal(listed.reason);
      return { ok: true, commit: at.commit, commits: commitsOf(listed.stdout) };
    },
  };
}

function refusal<Reason extends ReadRefusal["reason"]>(reason: Reason): { ok: false; reason: Reason } {
  return { ok: false, reason };
}

function bounded(limit: number, most: number): number {
  return Number.isFinite(limit) ? Math.min(Math.max(1, Math.floor(limit)), most) : most;
}

type RawEntry = { mode: string; object: string; size: number; path: string };

/** Whole entries of `ls-tree -z -l`; a last one that was cut off is left out. */
function entriesOf(output: Buffer): RawEntry[] {
  return output
    .toString("utf8")
    .split("\0")
    .slice(0, -1)
    .flatMap((line) => {
      const [, mode, object, size, path] = /^(\d+) \w+ ([0-9a-f]+) +(\d+|-)\t([\s\S]+)$/.exec(line) ?? [];
      if (mode === undefined || object === undefined || path === undefined) return [];
      return [{ mode, object, path, size: Number(size) || 0 }];
    });
}

function kindOf({ mode }: RawEntry): TreeEntry["kind"] {
  if (mode === "040000") return "directory";
  if (mode === "120000") return "symlink";
  return mode === "160000" ? "submodule" : "file";
}

function toTreeEntry(raw: RawEntry): TreeEntry {
  const kind = kindOf(raw);
  return kind === "file" ? { path: raw.path, kind, size: raw.size } : { path: raw.path, kind };
}

/** The text of a file, or null when it is none: a NUL byte or bytes that are not UTF-8. */
function textOf(content: Buffer): string | null {
  if (content.includes(0)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(content);
  } catch {
    return null;
  }
}

function linesOf(content: string): string[] {
  const lines = content.split(/\r?\n/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/** Records of `git grep -z -n`: commit and path, NUL, line number, NUL, the line. */
function hitsOf({ output, commit }: { output: Buffer; commit: string }): SearchHit[] {
  const record = new RegExp(String.raw`${commit}:([^\0]+)\0(\d+)\0([^\n]*)\n`, "gy");
  return Array.from(output.toString("utf8").matchAll(record), ([, path = "", line, text = ""]) => ({
    path,
    line: Number(line),
    text: text.replace(/\r$/, "").slice(0, longestHit).toWellFormed(),
  }));
}

function commitsOf(output: Buffer): HistoryEntry[] {
  const fields = output.toString("utf8").split("\0");
  const commits: HistoryEntry[] = [];
  for (let at = 0; at + 3 < fields.length; at += 4) {
    const [commit = "", author = "", date = "", message = ""] = fields.slice(at, at + 4);
    commits.push({ commit, message, author, date });
  }
  return commits;
}
