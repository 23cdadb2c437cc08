import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testDatabaseUrl } from "../server/base/config.ts";
import build from "./build.ts";
import { Crowd } from "./crowd.ts";
import { startRedis } from "./own-redis.ts";
import type { OwnRedis } from "./own-redis.ts";

const admin = testDatabaseUrl();

describe.skipIf(!admin)("three processes on one PostgreSQL and a Redis that dies", () => {
  let redis: OwnRedis | null;
  let crowd: Crowd;
  let document: string;

  beforeAll(async () => {
    build();
    redis = await startRedis();
    if (!redis) return;
    crowd = await Crowd.gather({ processes: 3, admin: admin ?? "", redis });
    document = await crowd.newDocument("Crowded");
    for (let i = 0; i < 9; i++) await crowd.open(document, crowd.servers[i % 3]);
  }, 180_000);
  afterAll(async () => {
    await crowd?.close();
    await redis?.stop();
  }, 60_000);

  test("what nine people do at once through all three comes to one text, with nothing lost or doubled", async ({
    skip,
  }) => {
    skip(!redis, "needs redis-server");
    await crowd.edit(3_000);
    expect(await crowd.apart(document, 10_000)).toBe(null);
  });

  test("Redis gone for seconds loses nothing, crashes nothing, and pages meet again without anybody typing", async ({
    skip,
  }) => {
    skip(!redis, "needs redis-server");
    const other = await crowd.newDocument("Left while Redis is away");
    const leaving = await crowd.open(other, crowd.servers[0], { keep: false });
    await crowd.edit(300);
    await redis?.stop();
    await crowd.edit(2_000);
    leaving.close();
    const read = await crowd.services.documents.read(crowd.operator, { id: document });
    if (!read.ok) throw new Error(read.reason);
    const source = crowd.letter();
    const operations = [{ type: "insert" as const, after: null, source }];
    const edited = await crowd.services.documents.edit(crowd.operator, {
      id: document,
      version: read.version,
      operations,
    });
    expect(edited).toMatchObject({ ok: true });
    await pause(1_000);
    await redis?.start();
    expect(await crowd.apart(document, 8_000)).toBe(null);
    for (const { origin } of crowd.servers) expect((await fetch(`${origin}/healthz`)).status).toBe(200);
  });

  test("a process killed in mid-typing loses nothing: its pages go on with the others", async ({ skip }) => {
    skip(!redis, "needs redis-server");
    const typing = crowd.edit(2_500);
    await pause(700);
    await crowd.servers[2]?.stop("SIGKILL");
    crowd.pages.forEach((page, i) => {
      if (i % 3 === 2) page.moveTo(crowd.servers[i % 2]?.origin ?? "");
    });
    await typing;
    expect(await crowd.apart(document, 15_000)).toBe(null);
  });
});
