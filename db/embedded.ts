import { existsSync } from "node:fs";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import type { PGlite } from "@electric-sql/pglite";
import { drizzle } from "drizzle-orm/pglite";
import type { Database, DatabaseLog, Db } from "./database.ts";
import { lockDirectory } from "./directory-lock.ts";
import { DatabaseFault } from "./fault.ts";

const halfMade = "db.new";

/**
 * Opens the embedded database in `dataDir`/db, which it creates on first use. It is made beside its place and moved
 * there when complete, so that a first start that was killed leaves nothing that could be mistaken for a database.
 * The lock is taken before anything is touched, because PGlite itself takes none and two processes lose each other's
 * rows.
 */
export async function openEmbedded({
  dataDir,
  log,
}: {
  dataDir: string;
  log: DatabaseLog;
}): Promise<Database> {
  await makeDirectory(dataDir);
  const lock = await lockDirectory(dataDir);
  try {
    const place = path.join(dataDir, "db");
    if (!(await isDatabase(place))) await createAt({ place, dataDir, log });
    const client = await open(place);
    return {
      db: drizzle({ client }) as unknown as Db,
      kind: "pglite",
      async close() {
        await client.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function makeDirectory(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new DatabaseFault(
      "database-directory",
      `DATA_DIR ${dataDir} cannot be created: ${reasonOf(error)}`,
      {
        cause: error,
      },
    );
  }
}

/** True for a database, false for nothing or an empty folder. Anything else is somebody's data and is left alone. */
async function isDatabase(place: string): Promise<boolean> {
  if (existsSync(path.join(place, "PG_VERSION"))) return true;
  if (!existsSync(place) || (await readdir(place)).length === 0) return false;
  throw new DatabaseFault(
    "database-directory",
    `${place} is not empty and is no Chopin database. Nothing was changed; set another DATA_DIR or move it away.`,
  );
}

async function createAt({
  place,
  dataDir,
  log,
}: {
  place: string;
  dataDir: string;
  log: DatabaseLog;
}): Promise<void> {
  log.info("creating the embedded database", { directory: place });
  const draft = path.join(dataDir, halfMade);
  await rm(draft, { recursive: true, force: true });
  const client = await open(draft);
  await client.close();
  await rename(draft, place);
}

/** PGlite is loaded only when used: with PostgreSQL its 20 MB of WebAssembly stay on disk. */
async function open(directory: string): Promise<PGlite> {
  const { PGlite } = await import("@electric-sql/pglite");
  try {
    return await PGlite.create({ dataDir: directory });
  } catch (error) {
    throw new DatabaseFault(
      "database-directory",
      `The embedded database in ${directory} does not open: ${reasonOf(error)}. Nothing was deleted.`,
      { cause: error },
    );
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
