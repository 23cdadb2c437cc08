import type { StoredPart } from "@chopin/protocol/chat";
import type { TurnPart } from "@chopin/protocol/parts";

/** Milliseconds within which parts go out together, and within which they are stored. */
const publishMs = 30;
const storeMs = 700;
/** Characters a stored text grows to before the next begins: a frame carries the newest one whole. */
const textPart = 2_000;

type Delta = Extract<TurnPart, { type: "text-delta" | "reasoning-delta" }>;

/**
 * Numbers the parts of one turn from 0 without gaps. Deltas of one text are joined into one part that grows in place,
 * so the same index goes out again, longer.
 */
export class Recorder {
  readonly parts: StoredPart[] = [];
  readonly #publish: (parts: StoredPart[]) => void;
  readonly #store: (parts: StoredPart[]) => Promise<void>;
  readonly #unpublished = new Set<number>();
  readonly #unstored = new Set<number>();
  #publishing: NodeJS.Timeout | null = null;
  #storing: NodeJS.Timeout | null = null;
  #stored: Promise<void> = Promise.resolve();

  constructor({
    publish,
    store,
  }: {
    publish: (parts: StoredPart[]) => void;
    /** Must not reject; what could not be stored is stored at the end. */
    store: (parts: StoredPart[]) => Promise<void>;
  }) {
    this.#publish = publish;
    this.#store = store;
  }

  take(part: TurnPart): void {
    const index = this.#place(part);
    this.#unpublished.add(index);
    this.#unstored.add(index);
    this.#publishing ??= setTimeout(() => this.#send(), publishMs);
    this.#storing ??= setTimeout(() => this.#save(), storeMs);
  }

  from(index: number): StoredPart[] {
    return this.parts.slice(index);
  }

  count(type: TurnPart["type"]): number {
    return this.parts.filter(({ part }) => part.type === type).length;
  }

  /** Sends what is left and hands over what is not stored yet; nothing is taken after it. */
  async end(): Promise<StoredPart[]> {
    if (this.#publishing !== null) clearTimeout(this.#publishing);
    if (this.#storing !== null) clearTimeout(this.#storing);
    await this.#stored;
    this.#send();
    return this.#drain(this.#unstored);
  }

  #place(part: TurnPart): number {
    const last = this.parts.at(-1);
    if (isDelta(part) && last !== undefined && continues(last.part, part)) {
      this.parts[last.index] = {
        index: last.index,
        part: { ...last.part, delta: last.part.delta + part.delta },
      };
      return last.index;
    }
    const index = this.parts.length;
    this.parts.push({ index, part });
    return index;
  }

  #send(): void {
    this.#publishing = null;
    const parts = this.#drain(this.#unpublished);
    if (parts.length > 0) this.#publish(parts);
  }

  #save(): void {
    const parts = this.#drain(this.#unstored);
    this.#stored = this.#store(parts)
      .catch(() => {
        for (const { index } of parts) this.#unstored.add(index);
      })
      .finally(() => {
        this.#storing = null;
      });
  }

  #drain(indices: Set<number>): StoredPart[] {
    const parts = [...indices].sort((a, b) => a - b).flatMap((index) => this.parts.slice(index, index + 1));
    indices.clear();
    return parts;
  }
}

function isDelta(part: TurnPart): part is Delta {
  return part.type === "text-delta" || part.type === "reasoning-delta";
}

function continues(last: TurnPart, next: Delta): last is Delta {
  return isDelta(last) && last.type === next.type && last.id === next.id && last.delta.length < textPart;
}
