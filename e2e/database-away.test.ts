import { setTimeout as pause } from "node:timers/promises";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { steerPort } from "../db/steered-port.ts";
import type { SteeredPort } from "../db/steered-port.ts";
import { testDatabaseUrl } from "../server/base/config.ts";
import build from "./build.ts";
import { Crowd } from "./crowd.ts";
import { startRedis } from "./own-redis.ts";
import type { OwnRedis } from "./own-redis.ts";

const admin = testDatabaseUrl();

describe.skipIf(!admin)("a process whose PostgreSQL goes away and comes back", () => {
  let line: SteeredPort;
  let redis: OwnRedis | null;
  let crowd: Crowd;
  let document: string;

  beforeAll(async () => {
    build();
    const { hostname, port } = new URL(admin ?? "");
    line = await steerPort({ host: hostname, port: Number(port || 5432) });
    redis = await startRedis();
    if (!redis) return;
    crowd = await Crowd.gather({ processes: 1, admin: admin ?? "", redis, line: line.port });
    document = await crowd.newDocument("Kept");
    for (let i = 0; i < 4; i++) await crowd.open(document, crowd.servers[0]);
  }, 180_000);
  afterAll(async () => {
    await line?.mend();
    await crowd?.close();
    await redis?.stop();
    await line?.close();
  }, 60_000);

  test("pages keep what is typed meanwhile, and everything is stored once when it is back", async ({
    skip,
  }) => {
    skip(!redis, "needs redis-server");
    await crowd.edit(500);
    await line.cut();
    await crowd.edit(1_500);
    await pause(1_500);
    expect(crowd.pages.some((page) => page.saved)).toBe(false);
    await line.mend();
    expect(await crowd.apart(document, 15_000)).toBe(null);
  });

  test("a row that somebody else holds keeps its document waiting and no other", async ({ skip }) => {
    skip(!redis, "needs redis-server");
    const other = await crowd.newDocument("Free");
    const free = await crowd.open(other, crowd.servers[0], { keep: false });
    await expect.poll(() => free.saved).toBe(true);
    const url = new URL(admin ?? "");
    url.pathname = `/${crowd.database}`;
    const sql = postgres(url.href, { max: 1 });
    await sql.begin(async (held) => {
      await held`select id from documents where id = ${document}::uuid for update`;
      await crowd.edit(400);
      for (let i = 0; i < 20; i++) {
        free.edit(free.state.tr.insertText("x", 1));
        await expect.poll(() => free.saved, { timeout: 2_000, interval: 5 }).toBe(true);
      }
      expect(crowd.pages.some((page) => page.saved)).toBe(false);
    });
    await sql.end();
    free.close();
    expect(await crowd.apart(document, 15_000)).toBe(null);
  });
});
