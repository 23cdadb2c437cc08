import type { SQL } from "drizzle-orm";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";

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

/** Rows of a raw query. Timestamps come as text, as the drivers leave them; say in `Row` what the query selects. */
export async function queryRows<Row extends Record<string, unknown>>(
  db: Pick<Db, "execute">,
  query: SQL,
): Promise<Row[]> {
  const result = (await db.execute(query)) as Row[] | { rows: Row[] };
  return Array.isArray(result) ? result : result.rows;
}
