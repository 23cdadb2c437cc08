import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { documents, documentSnapshots } from "../db/schema/documents.ts";
import { RecordedStore } from "../e2e/converge/recorded-store.ts";
import { DOCUMENT } from "../e2e/converge/network.ts";
import { START, Typists } from "../e2e/converge/typists.ts";
import { createCommitTables } from "../server/documents/commit-tables.ts";
import { createTestDb } from "../server/testing.ts";

/** Milliseconds of real time that the ten write; drops of one to three seconds come 12 times a minute each. */
const LASTS = Number(process.env["SOAK_TYPISTS_MS"] ?? 180_000);

test(
  "ten typists with random drops, three minutes on the database itself: one text, no letter lost",
  { timeout: LASTS + 120_000 },
  async () => {
    const database = await createTestDb();
    const at = new Date();
    const row = { repository: DOCUMENT, createdAt: at, updatedAt: at, title: "A", titleKey: "a", slug: "a" };
    await database.db.insert(documents).values({ ...row, id: DOCUMENT });
    const doc = JSON.stringify(START);
    await database.db
      .insert(documentSnapshots)
      .values({ document: DOCUMENT, version: 0, doc, milestone: true, at });
    const store = new RecordedStore(START, createCommitTables(database.db));
    const typists = new Typists({ store, seed: 1, breathe: async () => await sleep(2) });
    const begun = performance.now();
    for (let passed = 0; passed < LASTS; passed += 20) {
      await typists.pass(20);
      await sleep(Math.max(0, begun + passed + 20 - performance.now()));
    }
    expect(await typists.settle()).toEqual([]);
    console.log(`${typists.typed} letters in ${Math.round((performance.now() - begun) / 1_000)} s`);
    await database.close();
  },
);
