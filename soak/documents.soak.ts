import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testDatabaseUrl } from "../server/base/config.ts";
import build from "../e2e/build.ts";
import { Crowd } from "../e2e/crowd.ts";
import { startRedis } from "../e2e/own-redis.ts";
import type { OwnRedis } from "../e2e/own-redis.ts";
import type { Database } from "../db/client.ts";
import {
  ada,
  commitOf,
  newDocument,
  now,
  startDocuments,
  typing,
} from "../server/documents/testing-fixture.ts";
import { createTestDb } from "../server/testing.ts";
import { heapInUse } from "./memory.ts";

describe("a thousand documents", () => {
  let database: Database;
  beforeAll(async () => (database = await createTestDb()));
  afterAll(async () => await database.close());

  test("opened, held, typed in and closed leave memory where it was", async () => {
    const { documents } = startDocuments(database.db, { linger: 10 });
    const source = "A page of text that is opened and closed.\n\n".repeat(40);
    const ids: string[] = [];
    for (let i = 0; i < 1_000; i++) ids.push(await newDocument(documents, source));
    const round = async () => {
      for (const id of ids) {
        const letGo = documents.hold(id);
        await documents.open(ada, { id });
        const reply = await documents.commit(ada, commitOf(id, await now(documents, id), typing(3, "x")));
        expect(reply).toMatchObject({ ok: true });
        letGo();
      }
      await expect.poll(() => documents.live(), { timeout: 10_000 }).toBe(0);
    };
    // The first makes what stays for good: compiled code, caches that are bounded.
    await round();
    const before = await heapInUse();
    await round();
    expect(await heapInUse()).toBeLessThan(before * 1.05);
    await documents.close();
  });
});

const admin = testDatabaseUrl();

describe.skipIf(!admin)("three processes", () => {
  let redis: OwnRedis | null;
  let crowd: Crowd;
  beforeAll(async () => {
    build();
    redis = await startRedis();
    if (redis) crowd = await Crowd.gather({ processes: 3, admin: admin ?? "", redis });
  }, 180_000);
  afterAll(async () => {
    await crowd?.close();
    await redis?.stop();
  }, 60_000);

  test("fifteen people for a minute, and a Redis that is gone for ten seconds three times, come to one text", async ({
    skip,
  }) => {
    skip(!redis, "needs redis-server");
    for (let time = 0; time < 3; time++) {
      const document = await crowd.newDocument(`Crowded ${time}`);
      for (const page of crowd.pages.splice(0)) page.close();
      crowd.letters.length = 0;
      for (let i = 0; i < 15; i++) await crowd.open(document, crowd.servers[i % 3]);
      await crowd.edit(10_000);
      await redis?.stop();
      await crowd.edit(10_000);
      await pause(500);
      await redis?.start();
      expect(await crowd.apart(document, 20_000)).toBe(null);
    }
  });
});
