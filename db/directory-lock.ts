import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { DatabaseFault } from "./fault.ts";

/** A directory held for this process alone. */
export type DirectoryLock = { release(): void };

/**
 * Holds `directory` until `release`, or until the process ends in whichever way. Rejects with `database-in-use`,
 * naming the process that holds it.
 *
 * The lock is an exclusive transaction of SQLite on an empty file, which is a lock of the operating system: it is
 * taken in one step, ends with its process even when that is killed, cannot be confused by a reused process id, and
 * holds between containers that share the directory. A file that names a process id gives none of the four. The
 * holder's name lies in a second file, which only serves the message.
 */
export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  const { DatabaseSync } = await import("node:sqlite");
  const file = openFile(() => new DatabaseSync(path.join(directory, "db.lock"), { timeout: 0 }), directory);
  const owner = path.join(directory, "db.owner.json");
  try {
    file.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    file.close();
    if (!isBusy(error)) throw notWritable(directory, error);
    throw new DatabaseFault("database-in-use", await inUse({ directory, owner }), { cause: error });
  }
  writeOwner(owner);
  return {
    release() {
      if (!file.isOpen) return;
      rmSync(owner, { force: true });
      file.close();
    },
  };
}

function openFile<File>(open: () => File, directory: string): File {
  try {
    return open();
  } catch (error) {
    throw notWritable(directory, error);
  }
}

function notWritable(directory: string, error: unknown): DatabaseFault {
  const reason = error instanceof Error ? error.message : String(error);
  return new DatabaseFault("database-directory", `DATA_DIR ${directory} cannot be written to: ${reason}`, {
    cause: error,
  });
}

type Owner = { pid: number; host: string; directory: string };

function writeOwner(file: string): void {
  const owner: Owner = { pid: process.pid, host: hostname(), directory: process.cwd() };
  writeFileSync(`${file}.new`, JSON.stringify(owner), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

async function inUse({ directory, owner }: { directory: string; owner: string }): Promise<string> {
  const holder = await readOwner(owner);
  const who =
    holder === null
      ? "another process"
      : `process ${holder.pid}${holder.host === hostname() ? "" : ` on ${holder.host}`}, started in ${holder.directory}`;
  return `DATA_DIR ${directory} is in use by ${who}. Stop that one, or give this one another DATA_DIR or a DATABASE_URL.`;
}

/** Waits a moment for the name of a process that has only just taken the lock. */
async function readOwner(file: string): Promise<Owner | null> {
  for (let attempt = 0; attempt < 10; attempt += 1) {
    try {
      return JSON.parse(readFileSync(file, "utf8")) as Owner;
    } catch {
      await delay(20);
    }
  }
  return null;
}

const sqliteBusy = 5;

function isBusy(error: unknown): boolean {
  return typeof error === "object" && error !== null && "errcode" in error && error.errcode === sqliteBusy;
}
