import type { CommittedSteps, StepsFrame } from "@chopin/protocol/document";

/**
 * Milliseconds between two frames of a document for each page that has it open: a frame costs a message a page, and
 * this bounds what all of them take of a processor. Two people wait for nothing, two hundred and more for the longest.
 */
const TICK_A_PAGE_MS = 0.1;
const LONGEST_TICK_MS = 20;

type Committed = { document: string; base: number; version: number; commits: CommittedSteps[] };
/** Frames that wait for the end of the tick. */
type Tick = { frames: StepsFrame[]; end(): void };

/**
 * Gathers what is committed to a document into frames. What comes after a quiet moment is sent at once; while more
 * keeps coming, one frame a tick carries all of it. What does not continue the frame at hand begins another.
 */
export class Frames {
  readonly #ticks = new Map<string, Tick>();
  readonly #send: (frame: StepsFrame) => void;
  readonly #pages: (document: string) => number;

  constructor(means: { send: (frame: StepsFrame) => void; pages: (document: string) => number }) {
    this.#send = means.send;
    this.#pages = means.pages;
  }

  /** Documents that something was sent of a moment ago. */
  get size(): number {
    return this.#ticks.size;
  }

  add({ document, base, version, commits }: Committed): void {
    const tick = this.#ticks.get(document) ?? this.#begin(document);
    const last = tick.frames.at(-1);
    if (last?.version === base) {
      last.commits.push(...commits);
      last.version = version;
    } else {
      tick.frames.push({ document, base, version, commits: [...commits] });
    }
  }

  close(): void {
    for (const { frames, end } of this.#ticks.values()) {
      end();
      for (const frame of frames) this.#send(frame);
    }
    this.#ticks.clear();
  }

  /** The first goes with everything else of this turn of the event loop. */
  #begin(document: string): Tick {
    const immediate = setImmediate(() => this.#flush(document, tick));
    const tick: Tick = { frames: [], end: () => clearImmediate(immediate) };
    this.#ticks.set(document, tick);
    return tick;
  }

  #flush(document: string, tick: Tick): void {
    const { frames } = tick;
    if (frames.length === 0) return void this.#ticks.delete(document);
    tick.frames = [];
    const wait = Math.min(LONGEST_TICK_MS, this.#pages(document) * TICK_A_PAGE_MS);
    const timer = setTimeout(() => this.#flush(document, tick), wait);
    tick.end = () => clearTimeout(timer);
    for (const frame of frames) this.#send(frame);
  }
}
