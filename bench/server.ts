import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import postgres from "postgres";
import { startServer } from "../e2e/server.ts";
import { buildIfNeeded } from "../scripts/sources.ts";
import { residentMegabytes } from "./collab/process-use.ts";

/** A production server of its own, from the build, on a free loopback port and a database of its own. */
export type BenchServer = {
  origin: string;
  /** Milliseconds from starting the process until its first page was answered. */
  firstAnswerMs: number;
  /** Resident memory in MB (10^6 bytes) after five seconds of rest. */
  idleMegabytes(): Promise<number>;
  stop(): Promise<void>;
};

const root = path.resolve(import.meta.dirname, "..");
const admin = process.env["TEST_DATABASE_URL"] ?? "postgres://postgres@127.0.0.1:5432/postgres";

/** Starts once to create the schema, then again and measures that start. Needs PostgreSQL at TEST_DATABASE_URL. */
export async function startedServer({ database }: { database: "postgres" | "pglite" }): Promise<BenchServer> {
  buildIfNeeded(root);
  const directory = mkdtempSync(path.join(tmpdir(), "chopin-bench-"));
  const named = database === "postgres" ? await freshDatabase() : null;
  const environment = {
    DATA_DIR: directory,
    LOG_LEVEL: "error",
    REPOSITORIES: root,
    ...(named ? { DATABASE_URL: named.url } : {}),
  };
  await (await started(environment)).stop();
  const server = await started(environment);
  return {
    ...server,
    async stop() {
      await server.stop();
      await named?.drop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

async function started(environment: Record<string, string>): Promise<BenchServer> {
  const start = performance.now();
  const { origin, pid, stop } = await startServer(environment);
  await (await fetch(origin)).text();
  const firstAnswerMs = performance.now() - start;
  return {
    origin,
    firstAnswerMs,
    async idleMegabytes() {
      await new Promise((resolve) => setTimeout(resolve, 5_000));
      return residentMegabytes(pid);
    },
    stop: async () => void (await stop()),
  };
}

let made = 0;

/** An empty PostgreSQL database of its own. */
export async function freshDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `chopin_bench_${process.pid}_${Date.now()}_${made++}`;
  const sql = postgres(admin, { max: 1 });
  await sql.unsafe(`create database ${name}`);
  const url = new URL(admin);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    async drop() {
      await sql.unsafe(`drop database if exists ${name} with (force)`);
      await sql.end();
    },
  };
}
