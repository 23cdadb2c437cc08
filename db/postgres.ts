import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import type { Database, DatabaseLog, Db } from "./database.ts";
import { DatabaseFault } from "./fault.ts";

const oldestVersion = 15;
const poolSize = 10;

/** Connects to PostgreSQL 15 or newer with a pool of ten. Rejects with `database-unreachable` or `database-too-old`. */
export async function openPostgres({ url, log }: { url: string; log: DatabaseLog }): Promise<Database> {
  const client = postgres(url, {
    max: poolSize,
    connect_timeout: 10,
    idle_timeout: 60,
    connection: { application_name: "chopin" },
    // "already exists, skipping" at every start helps nobody; a warning does.
    onnotice: ({ message, severity }) => {
      if (severity !== "NOTICE") log.warn("database notice", { notice: message });
    },
  });
  try {
    refuseOldVersion(await versionOf(client, url));
  } catch (error) {
    await client.end({ timeout: 1 });
    throw error;
  }
  return {
    db: drizzle({ client }) as unknown as Db,
    kind: "postgres",
    close: () => client.end({ timeout: 5 }),
  };
}

/** Refuses a server older than PostgreSQL 15. `version` is `server_version_num`, such as 150004. */
export function refuseOldVersion(version: number): void {
  const major = Math.floor(version / 10_000);
  if (major >= oldestVersion) return;
  throw new DatabaseFault(
    "database-too-old",
    `DATABASE_URL names a PostgreSQL ${major} server; Chopin needs PostgreSQL ${oldestVersion} or newer.`,
  );
}

async function versionOf(client: postgres.Sql, url: string): Promise<number> {
  try {
    const [row] = await client<[{ server_version_num: string }]>`show server_version_num`;
    return Number(row.server_version_num);
  } catch (error) {
    const reason = error instanceof Error ? error.message || String(error) : String(error);
    throw new DatabaseFault(
      "database-unreachable",
      `The database that DATABASE_URL names (${withoutPassword(url)}) does not answer: ${reason}`,
      { cause: error },
    );
  }
}

function withoutPassword(url: string): string {
  const parsed = new URL(url);
  return `${parsed.protocol}//${parsed.username === "" ? "" : `${parsed.username}@`}${parsed.host}${parsed.pathname}`;
}
