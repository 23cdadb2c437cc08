import type { Log } from "../base/log.ts";
import { messageOf } from "../base/errors.ts";
import { Authority } from "./authority.ts";
import type { AuthorityOptions } from "./authority.ts";

type Slot = {
  loading: Promise<Authority | null>;
  authority: Authority | null;
  holds: number;
  timer: ReturnType<typeof setTimeout> | null;
};

/** Milliseconds a document stays in memory after the last call on it. */
const LINGER = 30_000;

/**
 * The documents that are in memory. A call holds its document; when the last one lets go, the document lingers a
 * while and is then released. A load that fails or whose caller went away leaves nothing behind.
 */
export class Authorities {
  readonly #slots = new Map<string, Slot>();
  readonly #options: AuthorityOptions;
  readonly #linger: number;
  readonly #log: Log;

  constructor({ linger = LINGER, ...options }: AuthorityOptions & { linger?: number | undefined }) {
    this.#options = options;
    this.#linger = linger;
    this.#log = options.log;
  }

  /** Documents in memory now. */
  get size(): number {
    return this.#slots.size;
  }

  /** Runs `work` with the document's authority, loading it first if need be; null when there is no such document. */
  async use<Result>(
    document: string,
    work: (authority: Authority) => Promise<Result>,
  ): Promise<Result | null> {
    const slot = this.#slots.get(document) ?? this.#open(document);
    slot.holds++;
    if (slot.timer) clearTimeout(slot.timer);
    slot.timer = null;
    try {
      const authority = await slot.loading;
      return authority && (await work(authority));
    } catch (error) {
      if (!slot.authority) this.#drop(document, slot);
      throw error;
    } finally {
      slot.holds--;
      if (slot.holds === 0) this.#letGo(document, slot);
    }
  }

  /** Tells a document in memory that another process may have moved it on; others find out when they load. */
  heard(document: string, version: number): void {
    this.#slots.get(document)?.authority?.heard(version);
  }

  /** Every document in memory looks into the database for what it may have missed. */
  heardNothing(): void {
    for (const { authority } of this.#slots.values()) authority?.heard(authority.text.version + 1);
  }

  /** The document is gone: nothing of it stays. */
  forget(document: string): void {
    const slot = this.#slots.get(document);
    if (slot) this.#drop(document, slot);
  }

  /** Waits for what is being written, and releases everything. */
  async close(): Promise<void> {
    const slots = [...this.#slots];
    await Promise.all(slots.map(async ([document, slot]) => await this.#release(document, slot)));
  }

  #open(document: string): Slot {
    const slot: Slot = {
      loading: Authority.load(document, this.#options),
      authority: null,
      holds: 0,
      timer: null,
    };
    slot.loading = slot.loading.then((authority) => {
      slot.authority = authority;
      return authority;
    });
    this.#slots.set(document, slot);
    return slot;
  }

  #letGo(document: string, slot: Slot): void {
    if (!slot.authority) return this.#drop(document, slot);
    if (this.#slots.get(document) !== slot) return;
    slot.timer = setTimeout(() => {
      this.#release(document, slot).catch((error: unknown) =>
        this.#log.error("a document could not be released", { document, error: messageOf(error) }),
      );
    }, this.#linger);
    slot.timer.unref();
  }

  /** Writes what opening will want, and lets go unless someone came meanwhile. */
  async #release(document: string, slot: Slot): Promise<void> {
    await slot.loading.catch(() => null);
    await slot.authority?.settle();
    if (slot.holds > 0 || slot.authority?.busy) return;
    this.#drop(document, slot);
  }

  #drop(document: string, slot: Slot): void {
    if (slot.timer) clearTimeout(slot.timer);
    if (this.#slots.get(document) === slot) this.#slots.delete(document);
  }
}
