import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { sql } from "drizzle-orm";
import { queryRows, type Db, type Tx } from "./database.ts";
import { DatabaseFault } from "./fault.ts";

/** Where the generated migrations lie: beside this file, or beside the bundle, to which the build copies them. */
export const migrationsFolder = fileURLToPath(new URL("./migrations", import.meta.url));

type Migration = { tag: string; hash: string; statements: string[] };

/**
 * Applies what is missing of the migrations in `folder` and returns how many that were. Everything happens in one
 * transaction under a lock, so processes that start together take turns, and a start that is refused has changed
 * nothing. Rejects with `migration-unknown` when the database knows a migration that `folder` does not (an older
 * build, or another program's database), `migration-changed` when one was edited after it was applied,
 * `migration-failed` with the reason, or `migrations-missing`.
 */
export async function migrate(db: Db, { folder }: { folder: string }): Promise<number> {
  const migrations = await readMigrations(folder);
  try {
    return await applyMissing(db, migrations);
  } catch (error) {
    if (error instanceof DatabaseFault) throw error;
    throw new DatabaseFault(
      "migration-failed",
      `The database could not be brought up to date: ${reasonOf(error)}. Nothing was changed.`,
      { cause: error },
    );
  }
}

async function applyMissing(db: Db, migrations: Migration[]): Promise<number> {
  return await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${lockKey})`);
    await tx.execute(
      sql`create table if not exists chopin_migrations (
        position integer primary key, tag text not null unique, hash text not null, applied_at timestamptz not null
      )`,
    );
    const applied = await queryRows<{ tag: string; hash: string }>(
      tx,
      sql`select tag, hash from chopin_migrations order by position`,
    );
    refuseStrangers({ applied, migrations });
    const missing = migrations.slice(applied.length);
    for (const [index, migration] of missing.entries()) {
      await apply(tx, { migration, position: applied.length + index });
    }
    return missing.length;
  });
}

/** Any number nobody else locks on; the letters "chop". */
const lockKey = 0x63_68_6f_70;

async function readMigrations(folder: string): Promise<Migration[]> {
  try {
    const journal = JSON.parse(await readFile(path.join(folder, "meta", "_journal.json"), "utf8")) as {
      entries: { tag: string }[];
    };
    return await Promise.all(journal.entries.map(({ tag }) => readMigration({ folder, tag })));
  } catch (error) {
    throw new DatabaseFault(
      "migrations-missing",
      `The database migrations in ${folder} cannot be read: ${reasonOf(error)}. Nothing was changed.`,
      { cause: error },
    );
  }
}

async function readMigration({ folder, tag }: { folder: string; tag: string }): Promise<Migration> {
  const text = (await readFile(path.join(folder, `${tag}.sql`), "utf8")).replaceAll("\r\n", "\n");
  const statements = text.split("--> statement-breakpoint").filter((statement) => statement.trim() !== "");
  return { tag, hash: createHash("sha256").update(text).digest("hex"), statements };
}

function refuseStrangers({
  applied,
  migrations,
}: {
  applied: { tag: string; hash: string }[];
  migrations: Migration[];
}): void {
  for (const [position, { tag, hash }] of applied.entries()) {
    const known = migrations[position];
    if (known?.tag !== tag) {
      throw new DatabaseFault(
        "migration-unknown",
        `The database has the migration "${tag}", which this Chopin does not know: it was last used by a newer or ` +
          `another one. Start that one, or restore a backup made before. Nothing was changed.`,
      );
    }
    if (known.hash !== hash) {
      throw new DatabaseFault(
        "migration-changed",
        `The migration "${tag}" differs from the one the database was made with. Nothing was changed.`,
      );
    }
  }
}

async function apply(
  tx: Tx,
  { migration, position }: { migration: Migration; position: number },
): Promise<void> {
  try {
    for (const statement of migration.statements) await tx.execute(sql.raw(statement));
    await tx.execute(
      sql`insert into chopin_migrations (position, tag, hash, applied_at)
        values (${position}, ${migration.tag}, ${migration.hash}, now())`,
    );
  } catch (error) {
    throw new DatabaseFault(
      "migration-failed",
      `The migration "${migration.tag}" failed: ${reasonOf(error)}. Nothing was changed.`,
      { cause: error },
    );
  }
}

/** Drizzle wraps the database's own message and repeats the whole statement; the innermost says what is wrong. */
function reasonOf(error: unknown): string {
  let innermost = error;
  while (innermost instanceof Error && innermost.cause instanceof Error) innermost = innermost.cause;
  return innermost instanceof Error ? innermost.message : String(innermost);
}
