import path from "node:path";
import { sql, type SQL } from "drizzle-orm";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import { migrate, migrationsFolder } from "./migrate.ts";
import { openEmbedded } from "./embedded.ts";
import { openPostgres } from "./postgres.ts";

/**
 * The one type of database for both drivers. The result of `execute` differs between them, so raw SQL goes through
 * `queryRows`; everything else is Drizzle's query builder.
 */
export type Db = PgDatabase<PgQueryResultHKT, Record<string, never>>;

/** A transaction, as `db.transaction` hands it out. Anything that takes a `Tx` also takes the database itself. */
export type Tx = Pick<
  Db,
  "select" | "selectDistinct" | "insert" | "update" | "delete" | "execute" | "with" | "$count"
>;

/** An open database. `close` waits for what runs and gives the directory free. */
export type Database = { db: Db; kind: "postgres" | "pglite"; close(): Promise<void> };

/** The few lines this folder logs. */
export type DatabaseLog = {
  info(message: string, data?: Record<string, unknown>): void;
  warn(message: string, data?: Record<string, unknown>): void;
};

/**
 * Opens PostgreSQL at `url`, or without one the embedded database in `dataDir`/db, and applies the migrations that
 * are missing. Rejects with a `DatabaseFault`, having changed nothing, when another process holds the directory,
 * the server is older than 15, or a migration is unknown or fails.
 */
export async function openDb({
  url,
  dataDir = ".data",
  log,
  migrations = migrationsFolder,
}: {
  url?: string | undefined;
  dataDir?: string;
  log: DatabaseLog;
  migrations?: string;
}): Promise<Database> {
  const database =
    url === undefined
      ? await openEmbedded({ dataDir: path.resolve(dataDir), log })
      : await openPostgres({ url, log });
  try {
    const applied = await migrate(database.db, { folder: migrations });
    log.info("database ready", { kind: database.kind, migrations: applied });
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Rows of a raw query. Timestamps come as text, as the drivers leave them; say in `Row` what the query selects. */
export async function queryRows<Row extends Record<string, unknown>>(
  db: Pick<Db, "execute">,
  query: SQL,
): Promise<Row[]> {
  const result = (await db.execute(query)) as Row[] | { rows: Row[] };
  return Array.isArray(result) ? result : result.rows;
}

/** True while the database answers. */
export async function isReachable(db: Pick<Db, "execute">): Promise<boolean> {
  return await queryRows(db, sql`select 1 as one`).then(
    () => true,
    () => false,
  );
}
