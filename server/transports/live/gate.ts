import { messageOf } from "../../base/errors.ts";
import type { Log } from "../../base/log.ts";

/** Milliseconds for which it counts as known who may read, and after how many it is asked again while frames flow. */
const KNOWN_MS = 800;
const ASK_AGAIN_MS = 400;
/** Milliseconds until a database that did not answer is asked again, and frames that may wait for it meanwhile. */
const RETRY_MS = 250;
const MOST_WAITING = 5_000;

/**
 * Lets frames out to the open pages only while it is known, and less than a second old, who of them may read. A right
 * withdrawn elsewhere is announced, but an announcement may be lost. While frames flow this costs a question twice a
 * second for all pages together, and none while nothing is said; only the first frame after a silence waits for one.
 */
export class Gate {
  readonly #ask: () => Promise<void>;
  readonly #log: Log;
  #waiting: (() => void)[] = [];
  #knownAt = Number.NEGATIVE_INFINITY;
  #asking = false;
  #doubted = false;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  /** `ask` finds out who may read, and lets go of the pages of whoever may not. */
  constructor(means: { ask: () => Promise<void>; log: Log }) {
    this.#ask = means.ask;
    this.#log = means.log;
  }

  /** Calls `send` now or, in order, as soon as it is known who may read. */
  pass(send: () => void): void {
    if (this.#waiting.length === 0 && performance.now() - this.#knownAt < KNOWN_MS) {
      send();
      this.#askIn(this.#knownAt + ASK_AGAIN_MS - performance.now());
      return;
    }
    // What is dropped here is found by version or sequence, like everything that is lost.
    if (this.#waiting.length >= MOST_WAITING) this.#waiting = [];
    this.#waiting.push(send);
    void this.#find();
  }

  /** Somebody came of whom it is not known as long. */
  doubt(): void {
    this.#doubted = true;
    this.#knownAt = Number.NEGATIVE_INFINITY;
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#waiting = [];
  }

  async #find(): Promise<void> {
    if (this.#asking || this.#closed) return;
    this.#asking = true;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    // As old as it is when the question is put.
    const asked = performance.now();
    this.#doubted = false;
    try {
      await this.#ask();
      this.#asking = false;
      // Whoever came meanwhile is asked about before anything goes out.
      if (this.#doubted) return void (this.#waiting.length > 0 && this.#find());
      this.#knownAt = asked;
      this.#letOut();
    } catch (error) {
      this.#asking = false;
      this.#log.warn("who may read could not be found out", { reason: messageOf(error) });
      if (this.#waiting.length > 0) this.#askIn(RETRY_MS);
    }
  }

  #letOut(): void {
    const due = this.#waiting;
    this.#waiting = [];
    for (const send of due) send();
  }

  #askIn(milliseconds: number): void {
    if (this.#closed || this.#asking) return;
    this.#timer ??= setTimeout(() => void this.#find(), Math.max(0, milliseconds)).unref();
  }
}
