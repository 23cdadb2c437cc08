import type { Transform } from "prosemirror-transform";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "drizzle-orm";
import { schema } from "@chopin/document/schema";
import { queryRows } from "../../db/client.ts";
import type { Database } from "../../db/client.ts";
import { createTestDb } from "../testing.ts";
import { documentCommitted } from "./documents.ts";
import { ada, bob, commitOf, newDocument, now, startDocuments, typing } from "./testing-fixture.ts";

let database: Database;
let one: ReturnType<typeof startDocuments>;

beforeAll(async () => {
  database = await createTestDb();
  one = startDocuments(database.db);
});
afterAll(async () => {
  await one.documents.close();
  await database.close();
});

const source = async (id: string, documents = one.documents) => {
  const read = await documents.read(ada, { id });
  return read.ok ? read.source : read.reason;
};

describe("a commit", () => {
  test("is acknowledged once it is in the database, and then told to everybody", async () => {
    const { documents, events } = one;
    const id = await newDocument(documents, "hello\n");
    const told: number[] = [];
    const stop = events.on(documentCommitted, (group) => told.push(group.base, group.version));
    const reply = await documents.commit(ada, commitOf(id, await now(documents, id), typing(6, " you")));
    stop();
    expect(reply).toEqual({ ok: true, base: 0, version: 1 });
    expect(told).toEqual([0, 1]);
    expect(await source(id)).toBe("hello you\n");
  });

  test("that is sent twice is stored once and gets the same answer, also after a restart", async () => {
    const id = await newDocument(one.documents, "a\n");
    const request = commitOf(id, await now(one.documents, id), typing(2, "b"));
    const [first, twin] = await Promise.all([
      one.documents.commit(ada, request),
      one.documents.commit(ada, request),
    ]);
    await one.documents.commit(bob, commitOf(id, await now(one.documents, id), typing(3, "c")));
    const other = startDocuments(database.db);
    const afterwards = await other.documents.commit(ada, request);
    const rebased = await other.documents.commit(ada, { ...request, base: 2 });
    await other.documents.close();
    expect(first).toEqual({ ok: true, base: 0, version: 1 });
    expect([twin, afterwards, rebased]).toEqual([first, first, first]);
    expect(await source(id)).toBe("abc\n");
  });

  test("on an older version is slid over what came since", async () => {
    const id = await newDocument(one.documents, "middle\n");
    const old = await now(one.documents, id);
    await one.documents.commit(ada, commitOf(id, old, typing(1, "before ")));
    const reply = await one.documents.commit(bob, commitOf(id, old, typing(7, " after")));
    expect(reply).toEqual({ ok: true, base: 1, version: 2 });
    expect(await source(id)).toBe("before middle after\n");
  });

  test("of which nothing is left is acknowledged as empty, and so is its resend", async () => {
    const id = await newDocument(one.documents, "keep\n\ngone\n");
    const old = await now(one.documents, id);
    await one.documents.commit(
      ada,
      commitOf(id, old, (tr) => tr.delete(6, 12)),
    );
    const request = commitOf(id, old, typing(9, "!"));
    const reply = await one.documents.commit(bob, request);
    expect(reply).toEqual({ ok: true, base: 1, version: 1 });
    expect(await one.documents.commit(bob, request)).toEqual(reply);
    const next = await one.documents.commit(bob, commitOf(id, await now(one.documents, id), typing(5, "!")));
    expect(next).toEqual({ ok: true, base: 1, version: 2 });
  });

  test("that makes the text too large is refused, and nobody beside it", async () => {
    const id = await newDocument(one.documents, "small\n");
    const at = await now(one.documents, id);
    const [large, small] = await Promise.all([
      one.documents.commit(ada, commitOf(id, at, typing(6, "x".repeat(256 * 1024)))),
      one.documents.commit(bob, commitOf(id, at, typing(1, "still "))),
    ]);
    expect(large).toMatchObject({ ok: false, reason: "too-large" });
    expect(small).toEqual({ ok: true, base: 0, version: 1 });
    expect(await source(id)).toBe("still small\n");
  });

  test("that does not fit the schema, or holds a character no text holds, is refused by name", async () => {
    const id = await newDocument(one.documents, "fits\n");
    const at = await now(one.documents, id);
    const bad = [
      // On the text it names, what an honest page did always applies: its text must be another.
      {
        step: { stepType: "replace", from: 0, to: 6, slice: { content: [{ type: "list_item" }] } },
        reason: "diverged",
      },
      { step: { stepType: "replace", from: 900, to: 900 }, reason: "diverged" },
      {
        step: { stepType: "replace", from: 1, to: 1, slice: { content: [{ type: "nothing" }] } },
        reason: "invalid",
      },
      { step: { stepType: "leap", from: 1 }, reason: "invalid" },
    ];
    for (const { step, reason } of bad) {
      const request = { ...commitOf(id, at, typing(1, "x")), steps: [step] };
      expect(await one.documents.commit(ada, request)).toMatchObject({ ok: false, reason });
    }
    for (const text of ["\u0000", "\ud800"])
      expect(await one.documents.commit(ada, commitOf(id, at, typing(1, text)))).toMatchObject({
        ok: false,
        reason: "invalid",
      });
    expect(await source(id)).toBe("fits\n");
  });

  test("whose steps come to hold half a character when they are rebased is refused alone", async () => {
    const id = await newDocument(one.documents, "\u{1f600}\n");
    const old = await now(one.documents, id);
    await one.documents.commit(ada, commitOf(id, old, typing(3, "!")));
    const steps = [
      { stepType: "replace", from: 1, to: 2 },
      { stepType: "replace", from: 1, to: 1 },
    ];
    const bad = { ...commitOf(id, old, typing(1, "x")), steps, undoes: [[1, 0] as [number, number]] };
    const [refused, taken] = await Promise.all([
      one.documents.commit(ada, bad),
      one.documents.commit(bob, commitOf(id, old, typing(3, "?"))),
    ]);
    expect(refused).toMatchObject({ ok: false, reason: "invalid" });
    expect(taken).toMatchObject({ ok: true });
  });

  test("of another schema, without the right, or on an archived document is refused", async () => {
    const { documents, refuse } = one;
    const id = await newDocument(documents, "text\n");
    const request = commitOf(id, await now(documents, id), typing(1, "x"));
    expect(await documents.commit(ada, { ...request, schema: 0 })).toMatchObject({ reason: "outdated" });
    refuse("forbidden");
    expect(await documents.commit(ada, request)).toMatchObject({ reason: "forbidden" });
    refuse(null);
    await documents.archive(ada, { id });
    expect(await documents.commit(ada, request)).toMatchObject({ reason: "archived" });
    await documents.restore(ada, { id });
    expect(await documents.commit(ada, request)).toMatchObject({ ok: true });
  });

  test("finds its place after what another process wrote", async () => {
    const id = await newDocument(one.documents, "text\n");
    const other = startDocuments(database.db);
    const both = [one.documents, other.documents];
    const at = await now(one.documents, id);
    const requests = Array.from({ length: 12 }, (_, i) => commitOf(id, at, typing(1, `${i} `)));
    const replies = await Promise.all(requests.map((request, i) => both[i % 2]?.commit(ada, request)));
    const places = replies.map((reply) => (reply?.ok ? reply.base : -1)).sort((a, b) => a - b);
    expect(places).toEqual(Array.from({ length: 12 }, (_, i) => i));
    await one.documents.commit(ada, commitOf(id, { ...at, version: 0 }, typing(5, ".")));
    const text = await source(id);
    for (let i = 0; i < 12; i++) expect(text.split(/[ .]/).filter((word) => word === `${i}`)).toHaveLength(1);
    await other.documents.close();
  });
});

describe("an edit by blocks", () => {
  test("of an open document is there exactly once, beside what is typed meanwhile", async () => {
    const { documents } = one;
    const id = await newDocument(documents, "one\n\ntwo\n");
    const read = await documents.read(ada, { id });
    const at = await now(documents, id);
    if (!read.ok) throw new Error(read.reason);
    const typed = documents.commit(bob, commitOf(id, at, typing(1, "number ")));
    const edited = documents.edit(ada, {
      id,
      version: read.version,
      operations: [{ type: "insert", after: read.blocks[1] ?? null, source: "three" }],
    });
    expect(await typed).toMatchObject({ ok: true });
    expect(await edited).toMatchObject({ ok: true, changed: [2] });
    expect(await source(id)).toBe("number one\n\ntwo\n\nthree\n");
  });

  test("of a block somebody changed is refused with the block as it is now", async () => {
    const { documents } = one;
    const id = await newDocument(documents, "one\n\ntwo\n");
    const read = await documents.read(ada, { id });
    if (!read.ok || !read.blocks[0] || !read.blocks[1]) throw new Error("unread");
    await documents.commit(bob, commitOf(id, await now(documents, id), typing(4, " fresh")));
    const stale = await documents.edit(ada, {
      id,
      version: read.version,
      operations: [{ type: "replace", block: read.blocks[0], source: "ONE" }],
    });
    expect(stale).toMatchObject({ ok: false, reason: "stale", changed: [{ index: 0, source: "one fresh" }] });
    const elsewhere = await documents.edit(ada, {
      id,
      version: read.version,
      operations: [{ type: "replace", block: read.blocks[1], source: "TWO" }],
    });
    expect(elsewhere).toMatchObject({ ok: true });
    expect(await source(id)).toBe("one fresh\n\nTWO\n");
  });

  test("goes with the rows written alongside, and neither without the other", async () => {
    const { documents } = one;
    const id = await newDocument(documents, "text\n");
    const read = await documents.read(ada, { id });
    if (!read.ok) throw new Error(read.reason);
    const request = (value: string) => ({
      id,
      version: read.version,
      operations: [{ type: "insert" as const, after: null, source: value }],
    });
    await database.db.execute(sql`create table if not exists beside (value text)`);
    const failing = documents.edit(ada, {
      ...request("lost"),
      alongside: async (tx) => {
        await tx.execute(sql`insert into beside values ('lost')`);
        throw new Error("the other rows cannot be written");
      },
    });
    await expect(failing).rejects.toThrow("the other rows cannot be written");
    const kept = await documents.edit(ada, {
      ...request("kept"),
      alongside: async (tx) => void (await tx.execute(sql`insert into beside values ('kept')`)),
    });
    expect(kept).toMatchObject({ ok: true, version: 1 });
    expect(await source(id)).toBe("kept\n\ntext\n");
    expect(await queryRows(database.db, sql`select value from beside`)).toEqual([{ value: "kept" }]);
  });
});

describe("a long history", () => {
  test("leaves a document as small and as quick to open as it was", async () => {
    const { documents } = one;
    const id = await newDocument(documents, "page\n");
    for (let i = 0; i < 60; i++) {
      const at = await now(documents, id);
      const back = (tr: Transform) => {
        for (let j = 0; j < 10; j++) tr.insert(5, schema.text("y")).delete(5, 6);
      };
      expect(await documents.commit(ada, commitOf(id, at, back))).toMatchObject({ ok: true });
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(documents.live()).toBe(0);
    const [{ versions } = { versions: "" }] = await queryRows<{ versions: string }>(
      database.db,
      sql`select string_agg(version::text, ',' order by version) as versions from document_snapshots where document = ${id}::uuid`,
    );
    expect(versions).toBe("0,1200");
    expect(await source(id)).toBe("page\n");
  });

  test("of documents opened and left leaves none in memory", async () => {
    const { documents } = one;
    const ids = await Promise.all(
      Array.from({ length: 20 }, async () => await newDocument(documents, "x\n")),
    );
    await Promise.all(ids.map(async (id) => await documents.open(ada, { id })));
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        await documents.open(ada, { id: "00000000-0000-4000-8000-00000000ffff" });
      }),
    );
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(documents.live()).toBe(0);
  });
});
