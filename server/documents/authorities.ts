import type { Log } from "../base/log.ts";
import { messageOf } from "../base/errors.ts";
import { Authority } from "./authority.ts";
import type { AuthorityOptions, Committed } from "./authority.ts";

type Slot = {
  loading: Promise<Authority | null>;
  authority: Authority | null;
  /** Calls that are under way. */
  calls: number;
  timer: ReturnType<typeof setTimeout> | null;
  /** What it counts for among those that linger. */
  weight: number;
};

/** Milliseconds a document that nobody has open stays in memory after the last call on it. */
const LINGER = 30_000;
/** Documents that linger, and bytes they take, at most: beyond that the one used least recently goes at once. */
const LINGERING = { documents: 200, bytes: 64 * 1024 * 1024 };

/**
 * The documents that are in memory: those somebody has open, those a call is working on, and for a while those that
 * were used last. A load that fails or whose caller went away leaves nothing behind.
 */
export class Authorities {
  readonly #slots = new Map<string, Slot>();
  readonly #held = new Map<string, number>();
  /** Slots nobody uses, the one used least recently first. */
  readonly #lingering = new Map<string, Slot>();
  #lingeringBytes = 0;
  readonly #options: AuthorityOptions;
  readonly #linger: number;
  readonly #most: typeof LINGERING;
  readonly #log: Log;

  constructor({
    linger = LINGER,
    most = LINGERING,
    ...options
  }: AuthorityOptions & { linger?: number | undefined; most?: typeof LINGERING | undefined }) {
    this.#options = options;
    this.#linger = linger;
    this.#most = most;
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
    slot.calls++;
    this.#lingerNoMore(document, slot);
    try {
      const authority = await slot.loading;
      return authority && (await work(authority));
    } catch (error) {
      if (!slot.authority) this.#drop(document, slot);
      throw error;
    } finally {
      slot.calls--;
      this.#letGo(document, slot);
    }
  }

  /** Keeps the document in memory, once a call has loaded it, until what is returned was called once. */
  hold(document: string): () => void {
    this.#held.set(document, (this.#held.get(document) ?? 0) + 1);
    const slot = this.#slots.get(document);
    if (slot) this.#lingerNoMore(document, slot);
    let holds = true;
    return () => {
      if (!holds) return;
      holds = false;
      const others = (this.#held.get(document) ?? 0) - 1;
      if (others > 0) return void this.#held.set(document, others);
      this.#held.delete(document);
      const left = this.#slots.get(document);
      if (left) this.#letGo(document, left);
    };
  }

  /** Tells a document in memory what another process committed; others find out when they load. */
  heard(group: Committed): void {
    this.#slots.get(group.document)?.authority?.heard(group.version, group);
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
    await Promise.all(
      slots.map(async ([document, slot]) => {
        await slot.loading.catch(() => null);
        await slot.authority?.settle();
        this.#drop(document, slot);
      }),
    );
  }

  #open(document: string): Slot {
    const slot: Slot = {
      loading: Authority.load(document, this.#options),
      authority: null,
      calls: 0,
      timer: null,
      weight: 0,
    };
    slot.loading = slot.loading.then((authority) => {
      slot.authority = authority;
      return authority;
    });
    this.#slots.set(document, slot);
    return slot;
  }

  #letGo(document: string, slot: Slot): void {
    if (slot.calls > 0 || this.#slots.get(document) !== slot) return;
    if (!slot.authority) return this.#drop(document, slot);
    if (this.#held.has(document) || slot.timer) return;
    slot.weight = slot.authority.text.weight;
    slot.timer = setTimeout(() => this.#releaseSoon(document, slot), this.#linger);
    slot.timer.unref();
    this.#lingering.set(document, slot);
    this.#lingeringBytes += slot.weight;
    for (const [oldest, other] of this.#lingering) {
      const { size } = this.#lingering;
      if (size <= this.#most.documents && this.#lingeringBytes <= this.#most.bytes) break;
      this.#lingerNoMore(oldest, other);
      this.#releaseSoon(oldest, other);
    }
  }

  #lingerNoMore(document: string, slot: Slot): void {
    if (slot.timer) clearTimeout(slot.timer);
    slot.timer = null;
    if (this.#lingering.get(document) !== slot) return;
    this.#lingering.delete(document);
    this.#lingeringBytes -= slot.weight;
  }

  #releaseSoon(document: string, slot: Slot): void {
    this.#release(document, slot).catch((error: unknown) =>
      this.#log.error("a document could not be released", { document, error: messageOf(error) }),
    );
  }

  /** Writes what opening will want, and lets go unless someone came meanwhile, who then lets go in turn. */
  async #release(document: string, slot: Slot): Promise<void> {
    this.#lingerNoMore(document, slot);
    do await slot.authority?.settle();
    while (slot.authority?.busy);
    if (slot.calls > 0 || this.#held.has(document)) return;
    this.#drop(document, slot);
  }

  #drop(document: string, slot: Slot): void {
    this.#lingerNoMore(document, slot);
    slot.authority?.close();
    if (this.#slots.get(document) === slot) this.#slots.delete(document);
  }
}
