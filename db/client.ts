import path from "node:path";
import { sql } from "drizzle-orm";
import type { Database, DatabaseLog, Db } from "./database.ts";
import { queryRows } from "./database.ts";
import { migrate, migrationsFolder } from "./migrate.ts";
import { openEmbedded } from "./embedded.ts";
import { openPostgres } from "./postgres.ts";

export { queryRows } from "./database.ts";
export type { Database, Db, Tx } from "./database.ts";

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
  if (url === undefined) return await migrated(await openEmbedded({ dataDir: path.resolve(dataDir), log }));
  // A migration may take its time, and so may waiting for a process that migrates.
  const patient = await migrated(await openPostgres({ url, log, patient: true }));
  await patient.close();
  return await openPostgres({ url, log });

  async function migrated(database: Database): Promise<Database> {
    try {
      const applied = await migrate(database.db, { folder: migrations });
      log.info("database ready", { kind: database.kind, migrations: applied });
      return database;
    } catch (error) {
      await database.close();
      throw error;
    }
  }
}

/** True while the database answers. */
export async function isReachable(db: Pick<Db, "execute">): Promise<boolean> {
  return await queryRows(db, sql`select 1 as one`).then(
    () => true,
    () => false,
  );
}
