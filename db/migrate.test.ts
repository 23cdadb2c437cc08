import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestDb } from "../server/testing.ts";
import { openDb, queryRows, type Database } from "./client.ts";
import { migrate } from "./migrate.ts";
import { refuseOldVersion } from "./postgres.ts";

let database: Database;
let folder: string;

beforeAll(async () => {
  database = await createTestDb();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.execute(sql`drop schema public cascade`);
  await database.db.execute(sql`create schema public`);
  folder = mkdtempSync(path.join(tmpdir(), "chopin-migrations-"));
  return () => rmSync(folder, { recursive: true, force: true });
});

const first = "create table one (id int);\n--> statement-breakpoint\ninsert into one values (1);\n";

function lay(migrations: Record<string, string>): void {
  mkdirSync(path.join(folder, "meta"), { recursive: true });
  for (const [tag, text] of Object.entries(migrations)) writeFileSync(path.join(folder, `${tag}.sql`), text);
  const entries = Object.keys(migrations).map((tag, idx) => ({
    idx,
    tag,
    when: idx,
    version: "7",
    breakpoints: true,
  }));
  writeFileSync(path.join(folder, "meta", "_journal.json"), JSON.stringify({ entries }));
}

async function tables(): Promise<string[]> {
  const rows = await queryRows<{ name: string }>(
    database.db,
    sql`select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
  );
  return rows.map(({ name }) => name);
}

test("what is missing is applied in order, once", async () => {
  lay({ "0000_one": first });
  expect(await migrate(database.db, { folder })).toBe(1);
  lay({ "0000_one": first, "0001_two": "alter table one add column more text;" });
  expect(await migrate(database.db, { folder })).toBe(1);
  expect(await migrate(database.db, { folder })).toBe(0);
  expect(await queryRows(database.db, sql`select * from one`)).toEqual([{ id: 1, more: null }]);
});

test("several that start at the same moment apply it once", async () => {
  lay({ "0000_one": first });
  const applied = await Promise.all([1, 2, 3].map(() => migrate(database.db, { folder })));
  expect(applied.sort()).toEqual([0, 0, 1]);
});

test("an unknown migration stops the start, is named, and nothing is changed", async () => {
  lay({ "0000_one": first, "0001_newer": "create table newer (id int);" });
  await migrate(database.db, { folder });
  const others: Record<string, string>[] = [
    { "0000_one": first },
    { "0000_one": first, "0001_other": "select 1;" },
  ];
  for (const older of others) {
    lay(older);
    await expect(migrate(database.db, { folder })).rejects.toMatchObject({
      code: "migration-unknown",
      message: expect.stringContaining('"0001_newer"'),
    });
  }
  expect(await tables()).toEqual(["chopin_migrations", "newer", "one"]);
});

test("a migration edited after it was applied stops the start, other line ends do not", async () => {
  lay({ "0000_one": first });
  await migrate(database.db, { folder });
  lay({ "0000_one": first.replaceAll("\n", "\r\n") });
  expect(await migrate(database.db, { folder })).toBe(0);
  lay({ "0000_one": `${first}drop table one;`, "0001_two": "create table two (id int);" });
  await expect(migrate(database.db, { folder })).rejects.toMatchObject({ code: "migration-changed" });
  expect(await tables()).toEqual(["chopin_migrations", "one"]);
});

test("a failed migration stops the start with the database's own reason and takes back those before it", async () => {
  lay({
    "0000_one": first,
    "0001_bad": "create table two (id int);\n--> statement-breakpoint\nselect * from nowhere;",
  });
  await expect(migrate(database.db, { folder })).rejects.toMatchObject({
    code: "migration-failed",
    message: 'The migration "0001_bad" failed: relation "nowhere" does not exist. Nothing was changed.',
  });
  expect(await tables()).toEqual([]);
  lay({ "0000_one": first });
  expect(await migrate(database.db, { folder })).toBe(1);
});

test("a missing folder or file stops the start", async () => {
  await expect(migrate(database.db, { folder })).rejects.toMatchObject({ code: "migrations-missing" });
  lay({ "0000_one": first });
  rmSync(path.join(folder, "0000_one.sql"));
  await expect(migrate(database.db, { folder })).rejects.toMatchObject({ code: "migrations-missing" });
  expect(await tables()).toEqual([]);
});

test("PostgreSQL older than 15 is refused", () => {
  expect(() => refuseOldVersion(140_011)).toThrow(
    "DATABASE_URL names a PostgreSQL 14 server; Chopin needs PostgreSQL 15 or newer.",
  );
  expect(() => refuseOldVersion(90_624)).toThrow("PostgreSQL 9 ");
  expect(() => refuseOldVersion(150_000)).not.toThrow();
  expect(() => refuseOldVersion(180_001)).not.toThrow();
});

test("a server that does not answer is named without its password", async () => {
  const log = { info: () => undefined, warn: () => undefined };
  const attempt = openDb({ url: "postgres://ada:secret@127.0.0.1:1/chopin", log });
  await expect(attempt).rejects.toMatchObject({
    code: "database-unreachable",
    message: expect.stringContaining("postgres://ada@127.0.0.1:1/chopin"),
  });
  await expect(attempt).rejects.not.toThrow("secret");
});
