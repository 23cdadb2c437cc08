/** Events a second that a page may send for long, and how many at once after a quiet time. Typing makes a dozen. */
const A_SECOND = 200;
const AT_ONCE = 400;
/** Events over that, at the same rate forgotten, after which it is no page any more. */
const FLOOD = 2_000;

/** Counts the events of one socket. What it says of each: take it, refuse it, or end the connection. */
export class Rate {
  #left = AT_ONCE;
  #at: number;
  #over = 0;

  constructor(now: number) {
    this.#at = now;
  }

  /** `now` in milliseconds, never earlier than before. */
  take(now: number): "take" | "refuse" | "end" {
    const earned = ((now - this.#at) / 1_000) * A_SECOND;
    this.#at = now;
    this.#left = Math.min(AT_ONCE, this.#left + earned);
    this.#over = Math.max(0, this.#over - earned);
    if (this.#left >= 1) {
      this.#left -= 1;
      return "take";
    }
    this.#over += 1;
    return this.#over > FLOOD ? "end" : "refuse";
  }
}
