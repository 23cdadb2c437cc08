import path from "node:path";
import { buildIfNeeded } from "../scripts/sources.ts";
import type { Bench, Row } from "./measure.ts";
import { createInstance } from "./scale/instance.ts";
import { openAll, typeAll } from "./scale/load.ts";
import type { Measured } from "./scale/load.ts";

/** Documents, each with two typists; letters a second of all together; seconds a measurement takes. */
const DOCUMENTS = Number(process.env["BENCH_DOCUMENTS"] ?? 1_000);
const LETTERS = (process.env["BENCH_LETTERS"] ?? "200,400,800,1600").split(",").map(Number);
const SECONDS = Number(process.env["BENCH_SECONDS"] ?? 12);

/**
 * How many documents can be typed in at once, on one, two and three processes of one PostgreSQL. A simulation to plan
 * by, not a comparison: it has no peer, and holds where everything that was typed was acknowledged in time.
 */
export const bench: Bench = {
  name: "scale",
  async rows() {
    buildIfNeeded(path.resolve(import.meta.dirname, ".."));
    const instance = await createInstance(DOCUMENTS);
    const rows: Row[] = [];
    try {
      for (const processes of [1, 2, 3]) {
        const servers = await instance.start(processes);
        try {
          const open = await openAll(instance, servers);
          rows.push(row(`${processes} processes: memory a document and its two pages`, "kB", open.kilobytes));
          for (const perSecond of LETTERS) {
            const one = await typeAll(open, { instance, servers }, { perSecond, seconds: SECONDS });
            rows.push(...told(`${processes} processes, ${perSecond} letters/s`, perSecond, one));
            // Beyond what it carries every figure only says that it does not.
            if (one.p95 > 2_000) break;
          }
          for (const typist of open.typists) typist.close();
        } finally {
          await Promise.all(servers.map(async (server) => await server.stop()));
        }
      }
    } finally {
      await instance.close();
    }
    return rows;
  },
};

function told(what: string, perSecond: number, one: Measured): Row[] {
  console.log(what, JSON.stringify(one));
  return [
    row(`${what}: acknowledged a second`, "/s", one.edits, {
      bound: "≥ 95 % of what was typed",
      holds: one.edits >= 0.95 * perSecond,
    }),
    row(`${what}: ack p50`, "ms", one.p50),
    row(`${what}: ack p95`, "ms", one.p95),
    row(`${what}: transactions`, "/s", one.transactions),
    row(`${what}: processor, servers`, "cores", one.core),
    row(`${what}: processor, PostgreSQL`, "cores", one.postgres),
    row(`${what}: processor, typing`, "cores", one.client),
    row(`${what}: connections at work, mean`, "", one.working.mean),
  ];
}

function row(
  measure: string,
  unit: string,
  ours: number,
  { bound, holds }: { bound: string; holds: boolean } = { bound: "–", holds: true },
): Row {
  return { measure, unit, ours, peer: null, ratio: null, bound, holds };
}
