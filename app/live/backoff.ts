/** Where a channel's waiting comes from; a test turns it by hand. */
export type Timers = { set(work: () => void, milliseconds: number): unknown; clear(handle: unknown): void };

/** The browser's own timers. */
export const browserTimers: Timers = {
  set: (work, milliseconds) => setTimeout(work, milliseconds),
  clear: (handle) => clearTimeout(handle as ReturnType<typeof setTimeout>),
};

/** Tries something again later: soon at first, then less and less often, never all pages in the same moment. */
export class Backoff {
  readonly #timers: Timers;
  readonly #random: () => number;
  readonly #longest: number;
  #handle: unknown = null;
  #failures = 0;

  constructor(options: { timers: Timers; random?: () => number; longest?: number }) {
    this.#timers = options.timers;
    this.#random = options.random ?? Math.random;
    this.#longest = options.longest ?? 10_000;
  }

  /** Failures in a row. */
  get failures(): number {
    return this.#failures;
  }

  again(work: () => void): void {
    this.#timers.clear(this.#handle);
    const wait = Math.min(250 * 2 ** this.#failures, this.#longest) * (0.5 + this.#random() / 2);
    this.#failures++;
    this.#handle = this.#timers.set(work, wait);
  }

  /** It worked: the next failure is the first again. */
  reset(): void {
    this.cancel();
    this.#failures = 0;
  }

  cancel(): void {
    this.#timers.clear(this.#handle);
    this.#handle = null;
  }
}
