import type { CommittedSteps, StepsFrame } from "@chopin/protocol/document";

/**
 * Messages that the frames of one document may take in a millisecond, a frame being a message to each page, and how
 * many milliseconds' worth of them is saved up in quiet times: an edit among fifty people leaves at once, and three
 * hundred who all type hear of it fifty times a second.
 */
const MESSAGES_A_MS = 15;
const SAVED_UP_MS = 20;

type Committed = { document: string; base: number; version: number; commits: CommittedSteps[] };
/** Frames that wait, and from when on the document may send: an earlier moment is what it saved up. */
type Outgoing = { frames: StepsFrame[]; from: number; waiting: boolean; cancel(): void };

/**
 * Gathers what is committed to a document into frames. One leaves at once as long as few enough did; while more keeps
 * coming than can be sent each for itself, a frame carries all of it. What does not continue the frame at hand begins
 * another.
 */
export class Frames {
  readonly #outgoing = new Map<string, Outgoing>();
  readonly #send: (frame: StepsFrame) => void;
  readonly #pages: (document: string) => number;

  constructor(means: { send: (frame: StepsFrame) => void; pages: (document: string) => number }) {
    this.#send = means.send;
    this.#pages = means.pages;
  }

  /** Documents that something was sent of a moment ago. */
  get size(): number {
    return this.#outgoing.size;
  }

  add({ document, base, version, commits }: Committed): void {
    const outgoing = this.#outgoing.get(document) ?? this.#begin(document);
    const last = outgoing.frames.at(-1);
    if (last?.version === base) {
      last.commits.push(...commits);
      last.version = version;
    } else {
      outgoing.frames.push({ document, base, version, commits: [...commits] });
    }
    if (!outgoing.waiting) this.#flushSoon(document, outgoing);
  }

  close(): void {
    for (const { frames, cancel } of this.#outgoing.values()) {
      cancel();
      for (const frame of frames) this.#send(frame);
    }
    this.#outgoing.clear();
  }

  #begin(document: string): Outgoing {
    const outgoing = { frames: [], from: -Infinity, waiting: false, cancel: () => undefined };
    this.#outgoing.set(document, outgoing);
    return outgoing;
  }

  #flushSoon(document: string, outgoing: Outgoing): void {
    outgoing.cancel();
    outgoing.waiting = true;
    const wait = outgoing.from - performance.now();
    const flush = () => this.#flush(document, outgoing);
    if (wait > 0) {
      const timer = setTimeout(flush, wait);
      outgoing.cancel = () => clearTimeout(timer);
    } else {
      // With everything else that this turn of the event loop brings.
      const immediate = setImmediate(flush);
      outgoing.cancel = () => clearImmediate(immediate);
    }
  }

  #flush(document: string, outgoing: Outgoing): void {
    const { frames } = outgoing;
    const now = performance.now();
    const taken = (this.#pages(document) * frames.length) / MESSAGES_A_MS;
    outgoing.frames = [];
    outgoing.waiting = false;
    outgoing.from = Math.max(outgoing.from, now - SAVED_UP_MS) + taken;
    // Once all is saved up again there is nothing to remember.
    const timer = setTimeout(() => this.#outgoing.delete(document), outgoing.from + SAVED_UP_MS - now);
    outgoing.cancel = () => clearTimeout(timer);
    for (const frame of frames) this.#send(frame);
  }
}
