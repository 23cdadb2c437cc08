import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { buildIfNeeded } from "../scripts/sources.ts";
import { typeThroughKills } from "./crash/kill.ts";
import type { Survived } from "./crash/kill.ts";
import type { Bench, Row } from "./measure.ts";
import { freshDatabase } from "./server.ts";

/** Servers that die under people's hands: nothing that was acknowledged is lost, and nothing comes twice. */
export const bench: Bench = { name: "crash", rows };

const root = path.resolve(import.meta.dirname, "..");
const redis = process.env["TEST_REDIS_URL"] ?? "redis://127.0.0.1:6379";
/** For trying: fewer kills than are asked, or only some of the places. */
const kills = Number(process.env["BENCH_KILLS"] ?? 20);
const wanted = process.env["BENCH_SIZES"]?.split(",");

async function rows(): Promise<Row[]> {
  buildIfNeeded(root);
  const all: Row[] = [];
  for (const place of ["postgres", "pglite", "two"] as const) {
    if (!(wanted?.includes(place) ?? true)) continue;
    const name = { postgres: "PostgreSQL", pglite: "PGlite", two: "two processes, PostgreSQL and Redis" }[
      place
    ];
    all.push(...rowsOf(name, await survive(place)));
  }
  return all;
}

async function survive(place: "postgres" | "pglite" | "two"): Promise<Survived> {
  const directory = mkdtempSync(path.join(tmpdir(), "chopin-crash-"));
  const database = place === "pglite" ? null : await freshDatabase();
  const environment = {
    DATA_DIR: directory,
    LOG_LEVEL: "silent",
    REPOSITORIES: root,
    ...(database ? { DATABASE_URL: database.url } : {}),
    ...(place === "two" ? { REDIS_URL: redis } : {}),
  };
  try {
    return await typeThroughKills(environment, { processes: place === "two" ? 2 : 1, kills });
  } finally {
    await database?.drop();
    rmSync(directory, { recursive: true, force: true });
  }
}

function rowsOf(name: string, survived: Survived): Row[] {
  const row = (what: string, unit: string, ours: number, bound: string, holds: boolean): Row => {
    return { measure: `${name}: ${what}`, unit, ours, peer: null, ratio: null, bound, holds, how: HOW };
  };
  const none = (what: string, unit: string, ours: number) => row(what, unit, ours, "0", ours === 0);
  return [
    row("servers killed", "kills", survived.kills, "≥ 20", survived.kills >= 20),
    row("acknowledged", "edits", survived.acknowledged, "≥ 1,000", survived.acknowledged >= 1_000),
    row("sent again after a lost connection", "commits", survived.resent, "≥ 20", survived.resent >= 20),
    none("acknowledged edits missing", "edits", survived.missing),
    none("edits doubled", "edits", survived.doubled),
    none("typists whose text differs in the end", "typists", survived.differing),
  ];
}

const HOW =
  "Ten typists, ten letters a second each, every letter another one; SIGKILL at random 0.3–1.5 s after the last start. " +
  "What was not acknowledged is sent again under its own id. Counted in the database after the last stop.";
