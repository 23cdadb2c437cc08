import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { Ledger, newLetters } from "./ledger.ts";
import { percentile } from "./percentile.ts";
import { machineIdleMs, processorMs, residentMegabytes } from "./process-use.ts";
import type { Load, Side, Typist } from "./side.ts";

/** Times in milliseconds; `core`: share of one processor the server took; `megabytes`: what it grew by a typist. */
export type Measured = {
  typists: number;
  edits: number;
  acknowledged: { p50: number; p95: number; p99: number };
  visible: { p50: number; p95: number };
  core: number;
  megabytes: number;
  /** How far the process that types was from being the bottleneck. */
  client: { delayP99: number; core: number; machineIdle: number };
  acknowledgedBy: ReadonlyMap<number, number[]>;
};

export type Pace = { warmUpMs: number; loadMs: number; everyMs: number };

/**
 * Types on a fresh server and measures; then everybody comes to rest and all texts are compared: of the typists, of
 * the server and of the database. Throws when they differ, or a letter is not there exactly once.
 */
export async function measureLoad(
  start: (load: Load) => Promise<Side>,
  given: Omit<Load, "ledger">,
  pace: Pace,
): Promise<Measured> {
  const load = { ...given, ledger: new Ledger() };
  const side = await start(load);
  try {
    const before = residentMegabytes(side.pid);
    const typists = await side.connect();
    const measured = await play(side, typists, load.ledger, pace);
    const megabytes = (residentMegabytes(side.pid) - before) / typists.length;
    await atRest(typists, load.ledger);
    const shown = await Promise.all(typists.map((typist) => typist.text()));
    const served = await side.served();
    for (const typist of typists) typist.close();
    const { stored } = await side.stop();
    compare({ typists, shown, served, stored, letters: load.ledger.letters });
    return { ...measured, megabytes };
  } catch (error) {
    await side.stop();
    throw error;
  }
}

async function play(
  side: Side,
  typists: Typist[],
  ledger: Ledger,
  { warmUpMs, loadMs, everyMs }: Pace,
): Promise<Omit<Measured, "megabytes">> {
  const letter = newLetters();
  const typing = new AbortController();
  const done = type(typists, { letter, everyMs, signal: typing.signal });
  await pause(warmUpMs);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const begin = used(side.pid);
  ledger.counting = true;
  await pause(loadMs);
  ledger.counting = false;
  const end = used(side.pid);
  delay.disable();
  typing.abort();
  await done;
  await atRest(typists, ledger);
  const wall = end.at - begin.at;
  const { acknowledged, visible } = ledger;
  return {
    typists: typists.length,
    edits: acknowledged.length,
    acknowledged: {
      p50: percentile(acknowledged, 0.5),
      p95: percentile(acknowledged, 0.95),
      p99: percentile(acknowledged, 0.99),
    },
    visible: { p50: percentile(visible, 0.5), p95: percentile(visible, 0.95) },
    core: (end.server - begin.server) / wall,
    client: {
      delayP99: delay.percentile(99) / 1e6,
      core: (end.client - begin.client) / wall,
      machineIdle: (end.idle - begin.idle) / wall,
    },
    acknowledgedBy: ledger.acknowledgedBy,
  };
}

function used(pid: number) {
  return {
    at: performance.now(),
    server: processorMs(pid),
    client: processorMs(process.pid),
    idle: machineIdleMs(),
  };
}

/** Everybody types a letter every so often, until the signal; evenly spread, and who comes after whom is left to chance. */
export async function type(
  typists: readonly Typist[],
  { letter, everyMs, signal }: { letter: () => string; everyMs: number; signal: AbortSignal },
): Promise<void> {
  const order = typists.map((typist) => ({ typist, at: Math.random() })).toSorted((a, b) => a.at - b.at);
  const start = performance.now();
  const due = (turn: number) => start + ((turn + 0.5) * everyMs) / order.length;
  for (let turn = 0; !signal.aborted;) {
    while (due(turn) <= performance.now()) order[turn++ % order.length]?.typist.type(letter());
    await pause(Math.max(0, due(turn) - performance.now()));
  }
}

/** Waits until everything typed is acknowledged and has come back. Throws after a minute. */
export async function atRest(typists: readonly Typist[], ledger: Ledger): Promise<void> {
  const until = performance.now() + 60_000;
  while (!typists.every((typist) => typist.idle()) || ledger.unacknowledged > 0) {
    if (performance.now() > until) throw new Error(`${ledger.unacknowledged} letters were not acknowledged`);
    await pause(50);
  }
  // What was acknowledged last is on its way to the others.
  await pause(500);
}

function compare(all: {
  typists: Typist[];
  shown: string[];
  served: string[];
  stored: string[];
  letters: string[];
}): void {
  const { typists, shown, served, stored, letters } = all;
  served.forEach((text, document) => {
    if (stored[document] !== text) throw new Error("the database has another text than the server");
    const own = shown.filter((_, i) => typists[i]?.document === document);
    if (new Set(own).size !== 1) throw new Error("the typists of one document have different texts");
    const full = typists.flatMap((one) => (one.document === document && one.shown ? [one.shown] : []));
    if (full.some((one) => one !== text)) throw new Error("a typist has another text than the server");
  });
  const times = new Map<string, number>();
  for (const character of served.join("")) times.set(character, (times.get(character) ?? 0) + 1);
  const wrong = letters.filter((letter) => times.get(letter) !== 1);
  if (wrong.length > 0) throw new Error(`${wrong.length} letters are not there exactly once`);
}
