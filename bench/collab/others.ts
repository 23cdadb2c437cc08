import { median, type Row } from "../measure.ts";
import { startChopin } from "./chopin-side.ts";
import { startHocuspocus } from "./hocuspocus-side.ts";
import { Ledger } from "./ledger.ts";
import { measureLoad } from "./load.ts";
import type { Pace } from "./load.ts";
import { percentile } from "./percentile.ts";
import type { Load, Side } from "./side.ts";

/** Five of fifty people a quarter of a second away; the others are as near as ever. */
export async function slowTypists(repeats: number, pace: Pace): Promise<Row> {
  const worst: number[] = [];
  for (let i = 0; i < repeats; i++) {
    const roundTrip = (index: number) => (index % 10 === 9 ? 200 + 25 * Math.floor(index / 10) : 0);
    const load = { documents: 1, typistsPerDocument: 50, roundTrip };
    const { acknowledgedBy } = await measureLoad(
      async (given: Load) => await startChopin(given, "postgres"),
      load,
      pace,
    );
    const over = [9, 19, 29, 39, 49].map(
      (index) => percentile(acknowledgedBy.get(index) ?? [], 0.95) - (2 * roundTrip(index) + 100),
    );
    worst.push(Math.max(...over));
  }
  const ours = median(worst);
  return {
    measure: "5 of 50 typists 200–300 ms away: the worst one's acknowledged p95, over 2 × round trip",
    unit: "ms",
    ours: ours + 100,
    peer: null,
    ratio: null,
    bound: "≤ 100 ms",
    holds: ours <= 0,
    how: `Slow typists sit behind a relay in the typing process that holds each chunk for half the round trip; median of ${repeats}.`,
  };
}

/** A hundred people who open one document of 30,000 characters within a second, until the last of them is ready. */
export async function hundredJoining(repeats: number): Promise<Row> {
  const ours: number[] = [];
  const peers: number[] = [];
  for (let i = 0; i < repeats; i++) {
    ours.push(await joining(async (load) => await startChopin(load, "postgres")));
    peers.push(await joining(startHocuspocus));
  }
  const [our, peer] = [median(ours), median(peers)];
  return {
    measure: "100 people joining within a second: the last is ready after",
    unit: "ms",
    ours: our,
    peer,
    ratio: our / peer,
    bound: "< 5,000 ms",
    holds: our < 5_000,
    how: `From the first one's connection; each applies the whole document. Median of ${repeats}, ours and the peer in turn.`,
  };
}

async function joining(start: (load: Load) => Promise<Side>): Promise<number> {
  const load = { documents: 1, typistsPerDocument: 100, full: true, ledger: new Ledger() };
  const side = await start(load);
  try {
    const began = performance.now();
    const typists = await side.connect(10);
    const took = performance.now() - began;
    for (const typist of typists) typist.close();
    return took;
  } finally {
    await side.stop();
  }
}
