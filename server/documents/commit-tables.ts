import { and, asc, desc, eq, gte, inArray, lt, lte, gt, sql } from "drizzle-orm";
import { MAX_NUMBER } from "@chopin/protocol/document";
import type { StepJson } from "@chopin/protocol/document";
import { documentCommits, documentSnapshots, documents } from "../../db/schema/documents.ts";
import { queryRows } from "../../db/client.ts";
import type { Db, Tx } from "../../db/client.ts";
import type { Via } from "../base/principal.ts";
import { MILESTONE_STEPS } from "./commit-store.ts";
import type { AppendResult, CommitStore, StoredCommit } from "./commit-store.ts";

/** Commits a load takes from the database at a time. */
const PAGE = 1_000;

/** The commit store in the database. */
export function createCommitTables(db: Db): CommitStore {
  return {
    load: async (document, options) => await load(db, document, options?.version),
    since: async (document, since, limit) => await commitsSince(db, document, since, limit),
    find: async (document, commits) => {
      const rows = await db
        .select()
        .from(documentCommits)
        .where(and(eq(documentCommits.document, document), inArray(documentCommits.commit, [...commits])));
      return rows.map(stored);
    },
    append: async (document, commits, { at, alongside }) => {
      try {
        if (!alongside) return await append(db, document, commits, at);
        return await db.transaction(async (tx) => {
          const result = await append(tx, document, commits, at);
          if (result.ok) await alongside(tx);
          return result;
        });
      } catch (error) {
        if (isUniqueViolation(error, "document_commits")) return { ok: false, reason: "known" };
        throw error;
      }
    },
    snapshot: async (document, version, doc, at) => await snapshot(db, document, version, doc, at),
  };
}

async function load(db: Db, document: string, version = MAX_NUMBER) {
  const upTo = Math.min(version, MAX_NUMBER);
  const [found] = await db
    .select()
    .from(documentSnapshots)
    .where(and(eq(documentSnapshots.document, document), lte(documentSnapshots.version, upTo)))
    .orderBy(desc(documentSnapshots.version))
    .limit(1);
  if (!found) return null;
  const commits: StoredCommit[] = [];
  for (;;) {
    const from = commits.at(-1)?.version ?? found.version;
    const page = await commitsSince(db, document, from, PAGE);
    commits.push(...page.filter((commit) => commit.version <= upTo));
    const last = page.at(-1);
    if (page.length < PAGE || !last || last.version >= upTo) break;
  }
  return { snapshot: { version: found.version, doc: JSON.parse(found.doc) as unknown }, commits };
}

async function commitsSince(db: Db, document: string, since: number, limit: number): Promise<StoredCommit[]> {
  const rows = await db
    .select()
    .from(documentCommits)
    .where(
      and(
        eq(documentCommits.document, document),
        gte(documentCommits.base, since),
        gt(documentCommits.version, documentCommits.base),
      ),
    )
    .orderBy(asc(documentCommits.base))
    .limit(limit);
  return rows.map(stored);
}

/**
 * How far `updated_at` may lag behind while somebody types. It is in an index, and a row whose indexed columns stay is
 * renewed in its place (PostgreSQL, Heap-Only Tuples): a keystroke then writes to no index of `documents`.
 */
const UPDATED_WITHIN = "10 seconds";

/** One statement: a transaction of its own, and one round trip. */
async function append(
  db: Db | Tx,
  document: string,
  commits: readonly StoredCommit[],
  at: Date,
): Promise<AppendResult> {
  const first = commits[0];
  const last = commits.at(-1);
  if (!first || !last) return { ok: true };
  const moment = at.toISOString();
  const rows = await queryRows<{ commit: string }>(
    db,
    sql`with moved as (
      update documents set version = ${last.version}::integer, updated_at = case
        when updated_at between ${moment}::timestamptz - ${UPDATED_WITHIN}::interval and ${moment}::timestamptz
        then updated_at else ${moment}::timestamptz end
      where id = ${document}::uuid and version = ${first.base}::integer and archived_at is null
      returning id
    )
    insert into document_commits (document, commit, base, version, person, via, steps, at)
    select moved.id, c.commit, c.base, c.version, c.person, c.via, c.steps, ${moment}::timestamptz
    from moved cross join json_to_recordset(${JSON.stringify(commits)}::json)
      as c(commit uuid, base integer, version integer, person uuid, via text, steps json)
    returning commit`,
  );
  return rows.length > 0 ? { ok: true } : { ok: false, reason: await whyNot(db, document) };
}

async function whyNot(db: Db | Tx, document: string): Promise<"behind" | "archived" | "gone"> {
  const [row] = await db
    .select({ archivedAt: documents.archivedAt })
    .from(documents)
    .where(eq(documents.id, document));
  if (!row) return "gone";
  return row.archivedAt ? "archived" : "behind";
}

async function snapshot(db: Db, document: string, version: number, doc: unknown, at: Date): Promise<void> {
  const of = eq(documentSnapshots.document, document);
  await db.transaction(async (tx) => {
    const [kept] = await tx
      .select({ version: documentSnapshots.version })
      .from(documentSnapshots)
      .where(and(of, eq(documentSnapshots.milestone, true), lt(documentSnapshots.version, version)))
      .orderBy(desc(documentSnapshots.version))
      .limit(1);
    const milestone = version - (kept?.version ?? 0) >= MILESTONE_STEPS;
    await tx
      .insert(documentSnapshots)
      .values({ document, version, doc: JSON.stringify(doc), milestone, at })
      .onConflictDoNothing();
    await tx
      .delete(documentSnapshots)
      .where(
        and(
          of,
          eq(documentSnapshots.milestone, false),
          lt(documentSnapshots.version, version),
          gt(documentSnapshots.version, 0),
        ),
      );
  });
}

function stored(row: typeof documentCommits.$inferSelect): StoredCommit {
  const { commit, base, version, person, via, steps } = row;
  return { commit, base, version, person, via: via as Via, steps: steps as StepJson[] };
}

/** Whether the database refused a second row where one must be alone, in a table whose name begins so. */
export function isUniqueViolation(error: unknown, table: string): boolean {
  for (let at: unknown = error; typeof at === "object" && at !== null; at = Reflect.get(at, "cause")) {
    if (Reflect.get(at, "code") !== "23505") continue;
    const named =
      Reflect.get(at, "constraint") ?? Reflect.get(at, "constraint_name") ?? Reflect.get(at, "message");
    return String(named).includes(table);
  }
  return false;
}
