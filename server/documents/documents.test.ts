import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createDocuments } from "./documents.ts";
import type { Documents } from "./documents.ts";
import { createTestDb } from "../testing.ts";
import type { Database } from "../../db/client.ts";
import { createEvents } from "../base/events.ts";
import { randomIds } from "../base/ids.ts";
import { silentLog } from "../base/log.ts";
import { systemClock } from "../base/clock.ts";
import type { Principal } from "../base/principal.ts";

const repository = { id: "00000000-0000-4000-8000-0000000000aa", name: "ada/engine" };
const ada = { id: "00000000-0000-4000-8000-000000000001", name: "Ada" };
const writer: Principal = { person: ada.id, via: "browser" };

/** The modules below, as far as documents ask them: one repository, one person who may do everything. */
export const neighbours = {
  access: { check: async () => ({ ok: true as const }) },
  repositories: {
    get: (id: string) => (id === repository.id ? repository : null),
    byName: (name: string) => (name === repository.name ? repository : null),
    list: () => [repository],
  },
  accounts: { person: (id: string) => (id === ada.id ? ada : null) },
};

describe("documents", () => {
  let database: Database;
  let documents: Documents;

  beforeAll(async () => {
    database = await createTestDb();
    const events = createEvents({ log: silentLog });
    const ground = { db: database.db, events, clock: systemClock, ids: randomIds, log: silentLog };
    documents = createDocuments({ ...ground, ...neighbours, linger: 50 });
  });
  afterAll(async () => {
    await documents.close();
    await database.close();
  });

  test("an empty database gets the first document once, also when two start together", async () => {
    const [one, two] = await Promise.all([documents.seedFirst(), documents.seedFirst()]);
    expect([one, two].filter(Boolean)).toHaveLength(1);
    const listed = await documents.list(writer, { repository: repository.id });
    expect(listed).toMatchObject({ ok: true, documents: [{ title: "Welcome to Chopin", createdBy: null }] });
  });

  test("a document is created with its text, found by its address, and its old address leads there", async () => {
    const made = await documents.create(writer, {
      repository: repository.id,
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
    expect(await documents.read(writer, { id })).toMatchObject({ source: "# One\n\ntwo\n", version: 0 });
    await documents.rename(writer, { id, title: "Plan" });
    expect(await documents.find(writer, { repository: "ada/engine", slugs: ["plan"] })).toMatchObject({
      ok: true,
    });
    const moved = { ok: false, reason: "moved", path: "/ada/engine/plan" };
    expect(await documents.find(writer, { repository: "ada/engine", slugs: ["über-die-maße-計画"] })).toEqual(
      moved,
    );
    expect(await documents.find(writer, { repository: "ada/engine", slugs: [id] })).toEqual(moved);
  });
});
