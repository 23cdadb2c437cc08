import { eq } from "drizzle-orm";
import type { Transform } from "prosemirror-transform";
import { afterAll, beforeAll, expect, test } from "vitest";
import { median } from "../bench/measure.ts";
import { documentSnapshots } from "../db/schema/documents.ts";
import type { Database } from "../db/client.ts";
import { createCommitTables } from "../server/documents/commit-tables.ts";
import type { Documents } from "../server/documents/documents.ts";
import {
  ada,
  commitOf,
  newDocument,
  now,
  startDocuments,
  typing,
} from "../server/documents/testing-fixture.ts";
import { createTestDb } from "../server/testing.ts";

let database: Database;
beforeAll(async () => (database = await createTestDb()));
afterAll(async () => await database.close());

test("20,000 small edits of a one-page document leave what is loaded, and how long it takes, as they were", async () => {
  const { documents } = startDocuments(database.db, { linger: 60_000 });
  const id = await newDocument(documents, "A page of text that stays a page.\n\n".repeat(40));
  await edit(documents, id, 1_000);
  await documents.close();
  const young = await opening(id);
  for (let done = 1_000; done < 20_000; done += 1_000) await edit(documents, id, 1_000);
  await documents.close();
  const old = await opening(id);
  expect(old.version - young.version).toBe(19_000);
  expect(old.bytes).toBeLessThan(young.bytes * 1.5 + 10_000);
  expect(old.commits).toBeLessThanOrEqual(500);
  expect(old.milliseconds).toBeLessThan(young.milliseconds * 3 + 20);
  // One every 2,000 steps stays, and the newest.
  expect(old.snapshots).toBeLessThanOrEqual(13);
});

/** Types a letter and takes it away again, in turn. */
async function edit(documents: Documents, id: string, edits: number): Promise<void> {
  for (let i = 0; i < edits; i++) {
    const change = i % 2 === 0 ? typing(3, "x") : (transform: Transform) => transform.delete(3, 4);
    const reply = await documents.commit(ada, commitOf(id, await now(documents, id), change));
    expect(reply.ok).toBe(true);
  }
}

/** What a process that does not know the document reads of it, and how long it takes: the median of nine. */
async function opening(id: string) {
  const stored = await createCommitTables(database.db).load(id);
  if (!stored) throw new Error("there is no such document");
  const times: number[] = [];
  let version = 0;
  for (let i = 0; i < 9; i++) {
    const { documents } = startDocuments(database.db);
    const begin = performance.now();
    ({ version } = await now(documents, id));
    times.push(performance.now() - begin);
    await documents.close();
  }
  const snapshots = await database.db
    .select({ version: documentSnapshots.version })
    .from(documentSnapshots)
    .where(eq(documentSnapshots.document, id));
  return {
    version,
    bytes: JSON.stringify(stored).length,
    commits: stored.commits.length,
    milliseconds: median(times),
    snapshots: snapshots.length,
  };
}
