import path from "node:path";
import { buildIfNeeded } from "../scripts/sources.ts";
import { startChopin } from "./collab/chopin-side.ts";
import { startHocuspocus } from "./collab/hocuspocus-side.ts";
import { measureLoad } from "./collab/load.ts";
import type { Measured, Pace } from "./collab/load.ts";
import { hundredJoining, slowTypists } from "./collab/others.ts";
import type { Load } from "./collab/side.ts";
import { median, type Bench, type Row } from "./measure.ts";

/**
 * Many people typing, beside Hocuspocus with Yjs under the same load. Chopin acknowledges what is in the database;
 * the peer acknowledges before it stores.
 */
export const bench: Bench = { name: "collab", rows };

type Size = {
  name: string;
  documents: number;
  typistsPerDocument: number;
  database: "postgres" | "pglite";
  /** What ours may take of the peer's time. */
  bound: number | null;
  full?: boolean;
};

const postgres = { documents: 1, database: "postgres", bound: null } as const;
const pglite = { documents: 1, database: "pglite", bound: null } as const;
const full = { full: true } as const;
const sizes: Size[] = [
  // People apply everything they receive, as their pages do.
  { ...postgres, ...full, name: "2-full", typistsPerDocument: 2 },
  { ...postgres, ...full, name: "10-full", typistsPerDocument: 10 },
  { ...postgres, ...full, name: "50-full", typistsPerDocument: 50, bound: 1.75 },
  { ...postgres, ...full, name: "100-full", typistsPerDocument: 100, bound: 1.1 },
  { ...pglite, ...full, name: "50-pglite-full", typistsPerDocument: 50, bound: 2 },
  { ...pglite, ...full, name: "100-pglite-full", typistsPerDocument: 100, bound: 2 },
  // All but three only pass on what they receive: no more than the servers are measured. The peer waits for no disk.
  { ...postgres, name: "50", typistsPerDocument: 50 },
  { ...postgres, name: "100", typistsPerDocument: 100 },
  { ...postgres, name: "300", typistsPerDocument: 300 },
  { ...postgres, name: "50x4", documents: 50, typistsPerDocument: 4 },
  { ...pglite, name: "50-pglite", typistsPerDocument: 50 },
];

/** For trying: which sizes by name (or `slow`, `joining`), how often, and how many seconds each. */
const { BENCH_SIZES, BENCH_REPEATS, BENCH_SECONDS } = process.env;
const repeats = Number(BENCH_REPEATS ?? 3);
const pace: Pace = { warmUpMs: 3_000, loadMs: Number(BENCH_SECONDS ?? 12) * 1_000, everyMs: 200 };

async function rows(): Promise<Row[]> {
  buildIfNeeded(path.resolve(import.meta.dirname, ".."));
  const wanted = BENCH_SIZES?.split(",");
  const all: Row[] = [];
  for (const size of sizes.filter(({ name }) => wanted?.includes(name) ?? true)) {
    const { documents, typistsPerDocument, full = false } = size;
    const load = { documents, typistsPerDocument, full };
    const ours: Measured[] = [];
    const peers: Measured[] = [];
    for (let i = 0; i < repeats; i++) {
      ours.push(
        await measureLoad(async (given: Load) => await startChopin(given, size.database), load, pace),
      );
      say(size, "ours", ours.at(-1));
      peers.push(await measureLoad(startHocuspocus, load, pace));
      say(size, "peer", peers.at(-1));
    }
    all.push(...rowsOf(size, { ours, peers }));
  }
  if (wanted?.includes("slow") ?? true) all.push(await slowTypists(repeats, pace));
  if (wanted?.includes("joining") ?? true) all.push(await hundredJoining(repeats));
  return all;
}

function rowsOf(size: Size, { ours, peers }: { ours: Measured[]; peers: Measured[] }): Row[] {
  const who =
    size.documents === 1
      ? `${size.typistsPerDocument} typists${size.full ? " who all apply everything" : ""}`
      : `${size.documents} documents × ${size.typistsPerDocument} typists`;
  const how = howMeasured([...ours, ...peers]);
  const row = (
    what: string,
    unit: string,
    value: (one: Measured) => number,
    bound: number | null = null,
  ): Row => {
    const [our, peer] = [median(ours.map(value)), median(peers.map(value))];
    const ratio = our / peer;
    return {
      measure: `${who}, ${size.database}: ${what}`,
      unit,
      ours: our,
      peer,
      ratio,
      bound: bound === null ? "reported" : `ours ≤ ${bound} × Hocuspocus`,
      holds: bound === null || ratio <= bound,
      how,
    };
  };
  return [
    row("acknowledged p50", "ms", (one) => one.acknowledged.p50),
    row("acknowledged p95", "ms", (one) => one.acknowledged.p95, size.bound),
    row("acknowledged p99", "ms", (one) => one.acknowledged.p99),
    row("visible elsewhere p50", "ms", (one) => one.visible.p50),
    row("visible elsewhere p95", "ms", (one) => one.visible.p95, size.bound),
    row("server processor", "% of a core", (one) => one.core * 100),
    row("server processor a typist", "% of a core", (one) => (one.core * 100) / one.typists),
    row("server memory a typist", "MB grown", (one) => one.megabytes),
    row("delay in the typing process p99", "ms", (one) => one.client.delayP99),
  ];
}

function howMeasured(all: Measured[]): string {
  const idle = all.map((one) => one.client.machineIdle);
  return [
    `Median of ${repeats}, ours and the peer in turn, ${pace.loadMs / 1000} s after ${pace.warmUpMs / 1000} s of warm-up, ${1000 / pace.everyMs} edits a second and typist.`,
    "One process types for all over the real wires; server and PostgreSQL run beside it on this machine; no carets are sent.",
    "The peer acknowledges (SyncStatus) before it stores, ours once PostgreSQL has committed. All texts were compared at the end.",
    `Processors idle meanwhile: ${Math.min(...idle).toFixed(1)}–${Math.max(...idle).toFixed(1)}.`,
  ].join(" ");
}

function say(size: Size, who: string, measured: Measured | undefined): void {
  if (!measured) return;
  const { acknowledgedBy: _, ...rest } = measured;
  const short = (_key: string, value: unknown) =>
    typeof value === "number" ? Number(value.toPrecision(3)) : value;
  console.log(`${size.name} ${who} ${JSON.stringify(rest, short)}`);
}
