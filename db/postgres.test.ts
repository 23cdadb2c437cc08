import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testDatabaseUrl } from "../server/base/config.ts";
import { createTestDatabase } from "./testing.ts";
import { queryRows } from "./client.ts";
import type { Database } from "./client.ts";
import { openPostgres } from "./postgres.ts";
import { steerPort } from "./steered-port.ts";
import type { SteeredPort } from "./steered-port.ts";

const url = testDatabaseUrl();
const log = { info: () => undefined, warn: () => undefined };
const limits = { lock: 400, statement: 800, transaction: 800, silence: 1_200, connect: 1_000 };

describe.skipIf(!url)("a PostgreSQL that does not answer", () => {
  let ground: Database;
  let line: SteeredPort;
  let database: Database;

  beforeAll(async () => {
    ground = await createTestDatabase({ url });
    const [{ name } = { name: "" }] = await queryRows<{ name: string }>(
      ground.db,
      sql`select current_database() as name`,
    );
    const there = new URL(url ?? "");
    line = await steerPort({ host: there.hostname, port: Number(there.port || 5432) });
    there.port = String(line.port);
    there.hostname = "127.0.0.1";
    there.pathname = `/${name}`;
    database = await openPostgres({ url: there.href, log, limits });
    await ground.db.execute(sql`create table held (id int primary key)`);
    await ground.db.execute(sql`insert into held values (1), (2)`);
  });
  afterAll(async () => {
    await database.close();
    await line.close();
    await ground.close();
  });

  const one = () => queryRows(database.db, sql`select 1 as one`);
  const many = (count: number) => Promise.all(Array.from({ length: count }, one));
  const touch = (id: number) => database.db.execute(sql`update held set id = id where id = ${id}::integer`);

  test("keeps no query waiting behind another that waits for a lock, and gives that one up", async () => {
    await ground.db.transaction(async (tx) => {
      await tx.execute(sql`select id from held where id = 1 for update`);
      const stuck = Array.from({ length: 8 }, () =>
        touch(1).then(
          () => "done",
          () => "given up",
        ),
      );
      await pause(50);
      // Far more than there are connections; none of them may be sent along one that is stuck.
      let answered = 0;
      const others = Array.from({ length: 60 }, async () => {
        await touch(2);
        answered++;
      });
      await Promise.race([Promise.all(others), Promise.race(stuck)]);
      expect(answered).toBe(60);
      expect(new Set(await Promise.all(stuck))).toEqual(new Set(["given up"]));
    });
    await touch(1);
  });

  test("a statement that would never end is ended", async () => {
    await expect(database.db.execute(sql`select pg_sleep(600)`)).rejects.toMatchObject({
      cause: { message: expect.stringContaining("statement timeout") },
    });
    expect(await one()).toEqual([{ one: 1 }]);
  });

  test("a network that goes away without a word is noticed, and the pool is whole when it is back", async () => {
    await many(10);
    line.freeze();
    const asked = Array.from({ length: 12 }, () => one().then(String, () => "failed"));
    const first = await Promise.race(asked);
    expect(first).toBe("failed");
    await line.mend();
    await Promise.all(asked);
    expect(await many(30)).toHaveLength(30);
  });

  test("a stopped one is used again as soon as it is back", async () => {
    await many(10);
    await line.cut();
    for (let i = 0; i < 20; i++) await expect(one()).rejects.toThrow();
    await line.mend();
    await expect
      .poll(
        () =>
          many(30).then(
            (all) => all.length,
            () => 0,
          ),
        { timeout: 5_000 },
      )
      .toBe(30);
  });

  test("a transaction that its process leaves standing is taken back, and its locks with it", async () => {
    const standing = database.db.transaction(async (tx) => {
      await tx.execute(sql`select id from held where id = 1 for update`);
      await pause(1_500);
      await tx.execute(sql`select 1`);
    });
    await expect(standing).rejects.toThrow();
    await touch(1);
  });
});
