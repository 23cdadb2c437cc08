import type { Entry } from "./entry.ts";

/** Entries and bytes that may wait for one document; beyond that a sender is told to come again. */
const LIMIT = { entries: 4_000, bytes: 64 * 1024 * 1024 };
/** Entries that go into one transaction, and bytes after which no further one does. */
const GROUP = { entries: 500, bytes: 4 * 1024 * 1024 };

/** What waits to be ordered. The same commit never waits twice: a resend gets the outcome of the first. */
export class CommitQueue {
  #entries: Entry[] = [];
  #bytes = 0;

  get length(): number {
    return this.#entries.length;
  }

  /** False when the queue is full; then nothing was added. */
  add(entry: Entry): boolean {
    if (this.#entries.length >= LIMIT.entries || this.#bytes + entry.bytes > LIMIT.bytes) return false;
    this.#entries.push(entry);
    this.#bytes += entry.bytes;
    return true;
  }

  /** The next group. An entry with rows of its own stands alone, so that only it goes when they fail. */
  take(): Entry[] {
    let size = 0;
    let bytes = 0;
    for (const entry of this.#entries) {
      if (size > 0 && (entry.alongside || bytes + entry.bytes > GROUP.bytes)) break;
      size++;
      bytes += entry.bytes;
      if (entry.alongside || size === GROUP.entries) break;
    }
    const group = this.#entries.splice(0, size);
    this.#bytes -= bytes;
    return group;
  }
}
