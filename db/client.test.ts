import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDb } from "../server/testing.ts";
import { queryRows, type Database } from "./client.ts";

let database: Database;
beforeAll(async () => {
  database = await createTestDb();
});
afterAll(() => database.close());

test("raw rows come the same way from both drivers", async () => {
  expect(await queryRows(database.db, sql`select 1 as one, 'two' as two`)).toEqual([{ one: 1, two: "two" }]);
});

test("a transaction that throws leaves nothing behind", async () => {
  const attempt = database.db.transaction(async (tx) => {
    await tx.execute(
      sql`insert into people (id, name, name_key, created_at) values (gen_random_uuid(), 'Ada', 'ada', now())`,
    );
    throw new Error("no");
  });
  await expect(attempt).rejects.toThrow("no");
  expect(await queryRows(database.db, sql`select name from people`)).toEqual([]);
});
