import { Node } from "prosemirror-model";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { schema } from "@chopin/document/schema";
import type { Database } from "../../db/client.ts";
import { createTestDb } from "../testing.ts";
import { ada, commitOf, newDocument, now, startDocuments, typing } from "./testing-fixture.ts";

let database: Database;

beforeAll(async () => {
  database = await createTestDb();
});
afterAll(async () => {
  await database.close();
});

/** A document that was typed into three times: "a", "ab", "abc", "abcd". */
async function typed() {
  const process = startDocuments(database.db);
  const id = await newDocument(process.documents, "a\n");
  for (const [i, letter] of ["b", "c", "d"].entries()) {
    const at = await now(process.documents, id);
    await process.documents.commit(ada, commitOf(id, at, typing(2 + i, letter)));
  }
  return { ...process, id };
}

async function textAt(
  documents: ReturnType<typeof startDocuments>["documents"],
  id: string,
  version: number,
) {
  const past = await documents.textAt(ada, { id, version });
  return past.ok ? schema.nodeFromJSON(past.doc).textContent : past.reason;
}

test("the text of every version is there, from memory and after a restart", async () => {
  const { documents, id } = await typed();
  const versions = [0, 1, 2, 3];
  const told = ["a", "ab", "abc", "abcd"];
  expect(await Promise.all(versions.map((version) => textAt(documents, id, version)))).toEqual(told);
  await documents.close();
  const other = startDocuments(database.db);
  expect(await Promise.all(versions.map((version) => textAt(other.documents, id, version)))).toEqual(told);
  await other.documents.close();
});

test("a version to come is refused by name, and one that another process wrote is found", async () => {
  const { documents, id } = await typed();
  expect(await textAt(documents, id, 4)).toBe("unknown-version");
  const other = startDocuments(database.db);
  await other.documents.commit(ada, commitOf(id, await now(other.documents, id), typing(5, "e")));
  expect(await textAt(documents, id, 4)).toBe("abcde");
  await Promise.all([documents.close(), other.documents.close()]);
});

test("whoever may not read is told nothing of the past", async () => {
  const { documents, id, refuse } = await typed();
  refuse("forbidden");
  expect(await textAt(documents, id, 1)).toBe("forbidden");
  expect(await textAt(documents, "no document", 1)).toBe("forbidden");
  refuse(null);
  expect(await textAt(documents, "no document", 1)).toBe("not-found");
  await documents.close();
});

test("a page that comes back is given what it missed, and the whole text is not written down for it", async () => {
  const { documents, id } = await typed();
  const written = vi.spyOn(Node.prototype, "toJSON");
  const reply = await documents.open(ada, { id, since: 1 });
  const whole = (written.mock.contexts as Node[]).filter(({ type }) => type.name === "doc");
  written.mockRestore();
  expect(reply).toMatchObject({ ok: true, version: 3, content: { base: 1 } });
  expect(reply.ok && "commits" in reply.content && reply.content.commits).toHaveLength(2);
  expect(whole).toEqual([]);
  await documents.close();
});
