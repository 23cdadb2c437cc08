import { Backoff, browserTimers } from "./backoff.ts";
import type { Timers } from "./backoff.ts";
import type { Connection } from "./connection.ts";
import type { HeldEntry, Journal } from "./journal.ts";
import { replay } from "./replay.ts";
import type { ReplayMeans, StuckReason } from "./replay.ts";

/** Changes of an earlier page that are not saved yet; `stuck`: why they cannot be, and their text to copy. */
export type Kept = {
  id: string;
  document: string;
  title: string;
  changes: number;
  stuck: { reason: StuckReason; text: string } | null;
};

/** Milliseconds after which this tab looks for entries of tabs that have ended since. */
const LOOK_EVERY = 30_000;

/**
 * Takes up what earlier pages of this person left unsaved in this browser, and saves it, one entry after the other. What
 * cannot be saved stays in the journal until somebody decides about it. `subscribe` and `getSnapshot` suit
 * `useSyncExternalStore`.
 */
export class KeptChanges {
  readonly #journal: Journal;
  readonly #connection: Connection;
  readonly #means: ReplayMeans;
  readonly #timers: Timers;
  readonly #retry: Backoff;
  readonly #listeners = new Set<() => void>();
  readonly #held = new Map<string, HeldEntry>();
  #kept: readonly Kept[] = [];
  #person: string | null = null;
  #running = false;
  #look: unknown = null;

  constructor(means: {
    journal: Journal;
    connection: Connection;
    loadRestore: ReplayMeans["loadRestore"];
    newId?: () => string;
    timers?: Timers;
  }) {
    this.#journal = means.journal;
    this.#connection = means.connection;
    this.#means = {
      connection: means.connection,
      loadRestore: means.loadRestore,
      newId: means.newId ?? (() => crypto.randomUUID()),
    };
    this.#timers = means.timers ?? browserTimers;
    this.#retry = new Backoff({ timers: this.#timers });
    this.#connection.subscribe(() => {
      if (this.#connection.getSnapshot() === "online") this.tryAgain();
    });
  }

  getSnapshot = (): readonly Kept[] => this.#kept;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Whose changes are meant; looks for them now and from time to time. */
  follow(person: string): void {
    this.#person = person;
    this.look();
  }

  /** Looks for entries whose page has ended. */
  look = (): void => {
    this.#timers.clear(this.#look);
    this.#look = this.#timers.set(this.look, LOOK_EVERY);
    if (this.#person === null) return;
    this.#journal
      .adopt(this.#person, (held) => this.#take(held))
      .catch((error: unknown) => console.warn("unsaved text of earlier pages cannot be read", error));
  };

  /** What stood in the way may be gone. */
  tryAgain(): void {
    this.#set(this.#kept.map((one) => (one.stuck?.reason === "changed" ? one : { ...one, stuck: null })));
    void this.#run();
  }

  /** Nobody wants these changes any more. */
  async discard(id: string): Promise<void> {
    const held = this.#held.get(id);
    this.#forget(id);
    await held?.writer.discard();
  }

  #take(held: HeldEntry): void {
    const { id, document, title, steps } = held.entry;
    this.#held.set(id, held);
    this.#set([...this.#kept, { id, document, title, changes: steps.length, stuck: null }]);
    void this.#run();
  }

  async #run(): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    // One that is not answered, in whatever trouble its document is, holds up no other.
    const unanswered = new Set<string>();
    try {
      for (;;) {
        const next = this.#kept.find(({ id, stuck }) => stuck === null && !unanswered.has(id));
        const held = next && this.#held.get(next.id);
        if (!held || this.#connection.getSnapshot() !== "online") break;
        if (!(await this.#replay(held))) unanswered.add(next.id);
      }
      if (unanswered.size > 0) this.#retry.again(() => void this.#run());
      else this.#retry.reset();
    } finally {
      this.#running = false;
    }
  }

  /** Returns whether there was an answer. */
  async #replay(held: HeldEntry): Promise<boolean> {
    const { id } = held.entry;
    const outcome = await replay(held, this.#means);
    if (outcome.kind === "again") return false;
    if (outcome.kind === "saved") await this.discard(id);
    else {
      const { reason, text } = outcome;
      this.#set(this.#kept.map((one) => (one.id === id ? { ...one, stuck: { reason, text } } : one)));
    }
    return true;
  }

  #forget(id: string): void {
    this.#held.delete(id);
    this.#set(this.#kept.filter((one) => one.id !== id));
  }

  #set(kept: readonly Kept[]): void {
    this.#kept = kept;
    for (const listener of this.#listeners) listener();
  }
}
