import type { Clock } from "../base/clock.ts";
import { messageOf } from "../base/errors.ts";
import type { Log } from "../base/log.ts";
import type { CommitStore } from "./commit-store.ts";
import type { LiveText } from "./live-text.ts";

/** Steps after which a snapshot is written, so that opening replays about this many at most. */
const EVERY = 400;
/** Steps after one that failed until the next is tried. */
const AGAIN = 100;

/** Writes a document's snapshots in the background; commits never wait for one, and one that fails comes again. */
export class SnapshotKeeper {
  readonly #document: string;
  readonly #store: CommitStore;
  readonly #clock: Clock;
  readonly #log: Log;
  #at: number;
  #tried = -Infinity;
  #writing: Promise<void> | null = null;

  constructor(options: { document: string; at: number; store: CommitStore; clock: Clock; log: Log }) {
    this.#document = options.document;
    this.#at = options.at;
    this.#store = options.store;
    this.#clock = options.clock;
    this.#log = options.log;
  }

  /** Begins a snapshot if it is time for one. */
  keepSoon(text: LiveText): void {
    if (this.#writing || text.version - this.#tried < AGAIN) return;
    if (text.version - this.#at >= EVERY) void this.keep(text, { least: EVERY });
  }

  /** Writes a snapshot unless fewer than `least` steps came since the last, and waits for it. Never throws. */
  async keep(text: LiveText, { least }: { least: number }): Promise<void> {
    if (this.#writing) await this.#writing;
    if (text.version - this.#at < least) return;
    this.#writing = this.#write(text).finally(() => {
      this.#writing = null;
    });
    await this.#writing;
  }

  async #write(text: LiveText): Promise<void> {
    const { doc, version } = text;
    this.#tried = version;
    try {
      await this.#store.snapshot(this.#document, version, doc.toJSON(), this.#clock.now());
      this.#at = version;
    } catch (error) {
      this.#log.warn("a snapshot could not be written", {
        document: this.#document,
        error: messageOf(error),
      });
    }
  }
}
