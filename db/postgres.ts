import net from "node:net";
import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import type { Database, DatabaseLog, Db } from "./database.ts";
import { DatabaseFault } from "./fault.ts";
import { gated } from "./gate.ts";

const oldestVersion = 15;
const poolSize = 10;

/**
 * How long the database may take, in milliseconds, before a call fails and whoever made it tries again. `lock`: for
 * a row or a lock somebody else holds; `statement`: for one statement; `transaction`: for us between two statements of
 * one. `silence`: after which a connection counts as dead although nobody said so, as when a network goes away; longer
 * than any of the others, since until then the database itself answers.
 */
const patience = { lock: 5_000, statement: 15_000, transaction: 15_000, silence: 20_000, connect: 5_000 };

/**
 * Connects to PostgreSQL 15 or newer with a pool of ten; a query that finds all of them at work waits for the next.
 * With `patient` nothing is bounded but connecting, for what may take its time. Rejects with `database-unreachable` or
 * `database-too-old`.
 */
export async function openPostgres({
  url,
  log,
  patient = false,
  limits = patience,
}: {
  url: string;
  log: DatabaseLog;
  patient?: boolean;
  limits?: typeof patience;
}): Promise<Database> {
  const options = {
    // A connection that fails is given back a moment after its query: two more, so that none is short then.
    max: patient ? 1 : poolSize + 2,
    connect_timeout: limits.connect / 1_000,
    // Before the silence of a connection that nobody uses is taken for its death.
    idle_timeout: limits.silence / 2_000,
    // In seconds: back within a second of the database being back.
    backoff: (attempt: number) => Math.min(1, 0.05 * 2 ** Math.min(attempt, 5)),
    connection: { application_name: "chopin", ...(patient ? {} : onTheServer(limits)) },
    // "already exists, skipping" at every start helps nobody; a warning does.
    onnotice: ({ message, severity }: postgres.Notice) => {
      if (severity !== "NOTICE") log.warn("database notice", { notice: message });
    },
    ...(patient ? {} : { socket: (address: Address) => watched(connectTo(address), limits.silence) }),
  };
  const client = postgres(url, options as postgres.Options<Record<string, never>>);
  try {
    refuseOldVersion(await versionOf(client, url));
  } catch (error) {
    await client.end({ timeout: 1 });
    throw error;
  }
  return {
    db: drizzle({ client: gated(client, poolSize) }) as unknown as Db,
    kind: "postgres",
    close: () => client.end({ timeout: 5 }),
  };
}

function onTheServer({ lock, statement, transaction }: typeof patience) {
  return {
    lock_timeout: lock,
    statement_timeout: statement,
    // A process that stands still, or whose network went, holds its locks no longer than this.
    idle_in_transaction_session_timeout: transaction,
  };
}

type Address = { host: string[]; port: number[]; path?: string };

/** Never rejects, as postgres.js would lose the connection's place in its pool; what is wrong comes as an event. */
function connectTo({ host: [host = "localhost"], port: [port = 5432], path }: Address): net.Socket {
  const socket = path ? net.connect(path) : net.connect(port, host);
  // Where TLS looks for the name that it is to hold.
  return Object.assign(socket, { host, port });
}

/** Destroys a connection on which nothing came for so many milliseconds. TLS on top of it leaves no events to use. */
function watched(socket: net.Socket, silence: number): net.Socket {
  let heard = -1;
  let ticks = 0;
  const looking = setInterval(() => {
    if (socket.destroyed) return clearInterval(looking);
    ticks = socket.bytesRead === heard ? ticks + 1 : 0;
    heard = socket.bytesRead;
    if (ticks >= 4) socket.destroy();
  }, silence / 4);
  looking.unref();
  return socket;
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
