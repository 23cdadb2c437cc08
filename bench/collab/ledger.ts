/** When each letter was typed, acknowledged and seen by others. Every letter of a run is another one. */
export class Ledger {
  readonly #typed = new Map<string, { at: number; by: number; counted: boolean; acknowledged: boolean }>();
  readonly acknowledged: number[] = [];
  /** The same by typist. */
  readonly acknowledgedBy = new Map<number, number[]>();
  readonly visible: number[] = [];
  counting = false;

  typed(letter: string, by: number): void {
    this.#typed.set(letter, { at: performance.now(), by, counted: this.counting, acknowledged: false });
  }

  acknowledge(letters: readonly string[]): void {
    const now = performance.now();
    for (const letter of letters) {
      const one = this.#typed.get(letter);
      if (!one || one.acknowledged) continue;
      one.acknowledged = true;
      if (!one.counted) continue;
      this.acknowledged.push(now - one.at);
      const own = this.acknowledgedBy.get(one.by) ?? [];
      own.push(now - one.at);
      this.acknowledgedBy.set(one.by, own);
    }
  }

  /** The letters stand in the text of typist `by` now. */
  seen(letters: string, by: number): void {
    const now = performance.now();
    for (const letter of letters) {
      const one = this.#typed.get(letter);
      if (one?.counted && one.by !== by) this.visible.push(now - one.at);
    }
  }

  get letters(): string[] {
    return [...this.#typed.keys()];
  }

  get acknowledgedLetters(): string[] {
    return [...this.#typed].flatMap(([letter, one]) => (one.acknowledged ? [letter] : []));
  }

  get unacknowledged(): number {
    return this.#typed.size - this.acknowledgedLetters.length;
  }
}

/** Letters that occur nowhere else, each another one: Han and Hangul, 38,756 of them. */
export function newLetters(): () => string {
  const letters = letterRange();
  return () => {
    const { value } = letters.next();
    if (value === undefined) throw new Error("there are no more letters");
    return value;
  };
}

function* letterRange(): Generator<string, undefined> {
  for (const [from, to] of [
    [0x4e00, 0x9fff],
    [0xac00, 0xd7a3],
    [0x3400, 0x4dbf],
  ] as const)
    for (let code = from; code <= to; code++) yield String.fromCodePoint(code);
  return undefined;
}
