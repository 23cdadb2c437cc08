import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import postgres from "postgres";
import { startRedis } from "../../e2e/own-redis.ts";
import { startServer } from "../../e2e/server.ts";
import type { RunningServer } from "../../e2e/server.ts";
import { processorMs } from "../collab/process-use.ts";
import { withServices } from "../collab/chopin-side.ts";
import { joinAs, newDocument } from "../../server/guest-fixture.ts";
import { freshDatabase } from "../server.ts";

/** Sockets one login holds here; the server allows a hundred. */
const SOCKETS_OF_A_LOGIN = 80;

/** A database with many documents, on which one, two or three processes are started in turn. */
export type Instance = {
  documents: string[];
  /** The login for the socket with this number. */
  token(socket: number): string;
  start(processes: number): Promise<RunningServer[]>;
  /** Transactions committed, processor time of the connections' processes in milliseconds, connections at work. */
  database(): Promise<{ transactions: number; processorMs: number; working: number }>;
  close(): Promise<void>;
};

export async function createInstance(count: number): Promise<Instance> {
  const redis = await startRedis();
  if (!redis) throw new Error("needs redis-server");
  const named = await freshDatabase();
  const directory = mkdtempSync(path.join(tmpdir(), "chopin-scale-"));
  const environment = {
    DATABASE_URL: named.url,
    REDIS_URL: redis.url,
    DATA_DIR: directory,
    LOG_LEVEL: "error",
    REPOSITORIES: path.resolve(import.meta.dirname, "../.."),
  };
  const { documents, tokens } = await furnish(environment, count);
  const sql = postgres(named.url, { max: 1, connection: { application_name: "bench" } });
  return {
    documents,
    token: (socket) => tokens[Math.floor(socket / SOCKETS_OF_A_LOGIN)] ?? "",
    start: async (processes) =>
      await Promise.all(Array.from({ length: processes }, () => startServer(environment))),
    async database() {
      const [total] = await sql<[{ transactions: string }]>`
        select xact_commit as transactions from pg_stat_database where datname = current_database()`;
      const backends = await sql<{ pid: number; state: string }[]>`
        select pid, state from pg_stat_activity
        where datname = current_database() and application_name = 'chopin'`;
      return {
        transactions: Number(total.transactions),
        processorMs: backends.reduce((sum, { pid }) => sum + processorMs(pid), 0),
        working: backends.filter(({ state }) => state !== "idle").length,
      };
    },
    async close() {
      await sql.end();
      await named.drop();
      await redis.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

async function furnish(
  environment: Record<string, string>,
  count: number,
): Promise<{ documents: string[]; tokens: string[] }> {
  return await withServices(environment, async (services) => {
    const { token, principal } = await joinAs(services, "Typist 0");
    const tokens = [token];
    while (tokens.length * SOCKETS_OF_A_LOGIN < count * 2)
      tokens.push((await joinAs(services, `Typist ${tokens.length}`)).token);
    const source = Array.from({ length: 12 }, (_, line) => `${PARAGRAPH} ${line}.`).join("\n\n");
    const documents: string[] = [];
    for (let i = 0; i < count; i++)
      documents.push(await newDocument(services, principal, { title: `Scale ${i}`, source }));
    return { documents, tokens };
  });
}

const PARAGRAPH =
  "A paragraph as people write them in plans: a few dozen words, one thought, and then the next of its kind; there are twelve of them to a document, which makes about a page of text";
