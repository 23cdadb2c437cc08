import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Documents } from "./documents.ts";
import { createTestDb } from "../testing.ts";
import type { Database } from "../../db/client.ts";
import { ada, REPOSITORY, startDocuments } from "./testing-fixture.ts";

describe("documents", () => {
  let database: Database;
  let documents: Documents;

  beforeAll(async () => {
    database = await createTestDb();
    ({ documents } = startDocuments(database.db));
  });
  afterAll(async () => {
    await documents.close();
    await database.close();
  });

  test("an empty database gets the first document once, also when two start together", async () => {
    const [one, two] = await Promise.all([documents.seedFirst(), documents.seedFirst()]);
    expect([one, two].filter(Boolean)).toHaveLength(1);
    const listed = await documents.list(ada, { repository: REPOSITORY.id });
    expect(listed).toMatchObject({ ok: true, documents: [{ title: "Welcome to Chopin", createdBy: null }] });
  });

  test("a document is created with its text, found by its address, and its old address leads there", async () => {
    const made = await documents.create(ada, {
      repository: REPOSITORY.id,
      title: "Über  die Maße 計画",
      source: "# One\n\ntwo\n",
    });
    if (!made.ok) throw new Error(made.reason);
    expect(made.document).toMatchObject({
      title: "Über die Maße 計画",
      slug: "über-die-maße-計画",
      version: 0,
    });
    const { id } = made.document;
    expect(await documents.read(ada, { id })).toMatchObject({ source: "# One\n\ntwo\n", version: 0 });
    await documents.rename(ada, { id, title: "Plan" });
    expect(await documents.find(ada, { repository: "ada/engine", slugs: ["plan"] })).toMatchObject({
      ok: true,
    });
    const moved = { ok: false, reason: "moved", path: "/ada/engine/plan" };
    expect(await documents.find(ada, { repository: "ada/engine", slugs: ["über-die-maße-計画"] })).toEqual(
      moved,
    );
    expect(await documents.find(ada, { repository: "ada/engine", slugs: [id] })).toEqual(moved);
  });

  test("an address is numbered on collision, and a former address is nobody else's", async () => {
    const slugs: string[] = [];
    for (const title of ["A & B", "A / B", "a, b!", "???"]) {
      const made = await documents.create(ada, { repository: REPOSITORY.id, title });
      if (!made.ok) throw new Error(made.reason);
      slugs.push(made.document.slug);
    }
    expect(slugs).toEqual(["a-b", "a-b-2", "a-b-3", "document"]);
    const found = await documents.find(ada, { repository: "ada/engine", slugs: ["a-b"] });
    if (!found.ok) throw new Error(found.reason);
    const { id } = found.document;
    await documents.rename(ada, { id, title: "C" });
    const taker = await documents.create(ada, { repository: REPOSITORY.id, title: "A+B" });
    expect(taker).toMatchObject({ document: { slug: "a-b-4" } });
    expect(await documents.rename(ada, { id, title: "A & B" })).toMatchObject({ document: { slug: "a-b" } });
  });

  test("a title has 1 to 120 characters and belongs to one document, whatever its case", async () => {
    const create = (title: string) => documents.create(ada, { repository: REPOSITORY.id, title });
    expect(await create("Ône  Ｔitle")).toMatchObject({ ok: true });
    expect(await create("ôNE Title")).toEqual({ ok: false, reason: "title-taken" });
    for (const title of ["  ", "x".repeat(121), "a\u0007b"])
      expect(await create(title)).toEqual({ ok: false, reason: "title-invalid" });
    expect(await create("🙂".repeat(120))).toMatchObject({ ok: true });
  });

  test("children are one level deep, go where their parent goes, and come back with it", async () => {
    const make = async (title: string, parent?: string) => {
      const made = await documents.create(ada, {
        repository: REPOSITORY.id,
        title,
        ...(parent && { parent }),
      });
      if (!made.ok) throw new Error(made.reason);
      return made.document;
    };
    const parent = await make("Parent");
    const child = await make("Child", parent.id);
    const early = await make("Archived before", parent.id);
    expect(child.path).toBe("/ada/engine/parent/child");
    const grandchild = { repository: REPOSITORY.id, title: "Grandchild", parent: child.id };
    expect(await documents.create(ada, grandchild)).toEqual({ ok: false, reason: "nested" });
    await documents.archive(ada, { id: early.id });
    expect(await documents.remove(ada, { id: parent.id })).toEqual({ ok: false, reason: "not-archived" });
    await documents.archive(ada, { id: parent.id });
    expect(await documents.restore(ada, { id: child.id })).toEqual({ ok: false, reason: "parent-archived" });
    await documents.restore(ada, { id: parent.id });
    const archived = async (id: string) => {
      const answer = await documents.summary(ada, { id });
      return answer.ok ? answer.document.archivedAt !== null : answer.reason;
    };
    expect([await archived(child.id), await archived(early.id)]).toEqual([false, true]);
    await documents.archive(ada, { id: parent.id });
    expect(await documents.remove(ada, { id: parent.id })).toEqual({ ok: true });
    expect([await archived(child.id), await archived(parent.id)]).toEqual(["not-found", "not-found"]);
  });

  test("two who open a new document in the same moment find its first text once", async () => {
    const made = await documents.create(ada, {
      repository: REPOSITORY.id,
      title: "Fresh",
      source: "# Template\n",
    });
    if (!made.ok) throw new Error(made.reason);
    const { id } = made.document;
    const opened = await Promise.all([documents.open(ada, { id }), documents.open(ada, { id })]);
    for (const one of opened) expect(one).toMatchObject({ ok: true, version: 0 });
    expect(await documents.read(ada, { id })).toMatchObject({ source: "# Template\n", version: 0 });
  });

  test("a text over the limit is not imported, one just under it opens again", async () => {
    const paragraph = `${"**b** *i* `c` ".repeat(70).trimEnd()}\n\n`;
    const source = `${paragraph.repeat(Math.floor((256 * 1024) / paragraph.length)).trimEnd()}\n`;
    const create = (title: string, text: string) =>
      documents.create(ada, { repository: REPOSITORY.id, title, source: text });
    expect(await create("Too large", source + source)).toEqual({ ok: false, reason: "too-large" });
    expect(await create("Too deep", "> ".repeat(5_000))).toEqual({ ok: false, reason: "too-deep" });
    const made = await create("Large", source);
    if (!made.ok) throw new Error(made.reason);
    expect(await documents.download(ada, { id: made.document.id })).toMatchObject({
      filename: "large.md",
      source,
    });
  });
});
