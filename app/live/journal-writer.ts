import type { IDBPDatabase } from "idb";
import { SCHEMA_VERSION } from "@chopin/protocol/document";
import type { UnsavedStep, UnsavedText } from "./document-text.ts";
import { stepsOf } from "./journal-tables.ts";
import type { EntryOf, JournalTables } from "./journal-tables.ts";

type Means = {
  /** Null where this browser has no journal. */
  tables: Promise<IDBPDatabase<JournalTables>> | null;
  /** Lets go of the entry. */
  lock: Promise<(() => void) | null>;
};
/** Milliseconds after which a write that failed is tried again. */
const AGAIN_AFTER = 2_000;

type Wanted = { unsaved: UnsavedText; next: string };

/**
 * Writes one entry of the journal. One write is under way at a time and carries the newest state, whatever came
 * between; each is a transaction, so that the entry is at every moment one that the editor had.
 */
export class JournalWriter {
  readonly #means: Means;
  readonly #of: EntryOf & { id: string };
  readonly #listeners = new Set<() => void>();
  /** What lies in the table, by serial; null when that is not known. */
  #written: Map<number, UnsavedStep> | null;
  #tables: IDBPDatabase<JournalTables> | null = null;
  /** The newest write; the ones before it are carried out first. */
  #flushed: Promise<void> = Promise.resolve();
  #last: Wanted | null = null;
  #wanted: Wanted | null = null;
  #writing: Promise<void> | null = null;
  /** Runs while a failed write waits to be tried again. */
  #again: ReturnType<typeof setTimeout> | null = null;
  readonly #opened: Promise<void>;
  #keeps: boolean;
  readonly #released = Promise.withResolvers<void>();

  constructor(means: Means, { id, person, document, title }: EntryOf & { id: string }, known?: UnsavedText) {
    this.#means = means;
    this.#of = { id, person, document, title };
    this.#keeps = means.tables !== null;
    this.#written = new Map(known?.steps.map((one) => [one.serial, one]));
    this.#opened = this.#open();
  }

  /** False once the browser would not keep something: then the text is in the page alone. */
  get keeps(): boolean {
    return this.#keeps;
  }

  /** Resolves once the entry was let go. */
  get released(): Promise<void> {
    return this.#released.promise;
  }

  /** Told when `keeps` changes. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The editor's unsaved text is this now, and leaves under the id `next` unless it is in flight. */
  note(unsaved: UnsavedText, next: string): void {
    if (!this.#means.tables) return;
    if (unsaved.steps.length === 0 && this.#written?.size === 0 && !this.#writing) return;
    if (this.#last?.next === next && sameText(this.#last.unsaved, unsaved)) return;
    this.#last = this.#wanted = { unsaved, next };
    this.#begin();
  }

  /** Resolves when all that was noted is written, or could not be. */
  async settle(): Promise<void> {
    while (this.#writing) await this.#writing;
    await this.flush();
  }

  /** Writes what is still to be written now, also while a write is under way: the page may be about to end. */
  async flush(): Promise<void> {
    const wanted = this.#wanted;
    if (!this.#tables) return;
    this.#wanted = null;
    const before = this.#flushed;
    this.#flushed = wanted ? this.#attempt(this.#tables, wanted) : before;
    await Promise.all([before, this.#flushed]);
  }

  /** Nothing of the entry stays. */
  async discard(): Promise<void> {
    this.note({ version: 0, inFlight: null, steps: [] }, "");
    await this.settle();
    await this.release();
  }

  /** Lets go of the entry as it is: the next page takes it up. */
  async release(): Promise<void> {
    await this.settle();
    if (this.#again) clearTimeout(this.#again);
    const letGo = await this.#means.lock.catch(() => null);
    letGo?.();
    this.#released.resolve();
  }

  async #open(): Promise<void> {
    try {
      this.#tables = (await this.#means.tables) ?? null;
    } catch (error) {
      this.#failed(error);
    }
  }

  #begin(): void {
    this.#writing ??= this.#run().finally(() => (this.#writing = null));
  }

  async #run(): Promise<void> {
    await this.#opened;
    while (this.#wanted && this.#tables && !this.#again) await this.flush();
  }

  async #attempt(tables: IDBPDatabase<JournalTables>, wanted: Wanted): Promise<void> {
    try {
      await this.#write(tables, wanted);
      this.#become(true);
    } catch (error) {
      // Nobody knows what lies there now, nor in what was written on top of it: the next write begins anew.
      this.#written = null;
      this.#wanted ??= this.#last;
      this.#again ??= setTimeout(() => {
        this.#again = null;
        this.#begin();
      }, AGAIN_AFTER);
      this.#failed(error);
    }
  }

  async #write(tables: IDBPDatabase<JournalTables>, { unsaved, next }: Wanted): Promise<void> {
    const { id } = this.#of;
    const { version, inFlight, steps } = unsaved;
    const before = this.#written;
    const fresh = new Map(steps.map((one) => [one.serial, one]));
    const tx = tables.transaction(["entries", "steps"], "readwrite");
    const entries = tx.objectStore("entries");
    const rows = tx.objectStore("steps");
    const work: Promise<unknown>[] = [];
    if (!before) work.push(rows.delete(stepsOf(id)));
    for (const serial of before?.keys() ?? []) if (!fresh.has(serial)) work.push(rows.delete([id, serial]));
    for (const [serial, one] of fresh)
      if (before?.get(serial) !== one) work.push(rows.put({ ...one, entry: id }));
    if (steps.length === 0) work.push(entries.delete(id));
    else work.push(entries.put({ ...this.#of, schema: SCHEMA_VERSION, next, version, inFlight }));
    // Transactions are carried out in order, so that the next one may already build on this.
    this.#written = fresh;
    // Said aloud, it is carried out even when the page ends in this moment.
    tx.commit();
    await Promise.all([...work, tx.done]);
  }

  #failed(error: unknown): void {
    console.warn("the browser would not keep what is not saved", error);
    this.#become(false);
  }

  #become(keeps: boolean): void {
    if (keeps === this.#keeps) return;
    this.#keeps = keeps;
    for (const listener of this.#listeners) listener();
  }
}

function sameText(a: UnsavedText, b: UnsavedText): boolean {
  return (
    a.version === b.version &&
    a.inFlight?.commit === b.inFlight?.commit &&
    a.steps.length === b.steps.length &&
    a.steps.every((one, i) => one === b.steps[i])
  );
}
