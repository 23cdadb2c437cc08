import { TextSelection } from "prosemirror-state";
import type { Node } from "prosemirror-model";
import { schema } from "@chopin/document/schema";
import { redo, undo } from "../../app/editor/collab/undo.ts";
import { collabState } from "../../app/editor/collab/collab.ts";
import type { MemoryStore } from "./memory-store.ts";
import { Line, Process } from "./network.ts";
import { Page } from "./page.ts";
import { seeded } from "./random.ts";

/** Ten people who type into one document over bad lines, in steps of a steered or a real clock. */
export type TypistsOptions = {
  store: MemoryStore;
  seed: number;
  typists?: number;
  /** Keys a second of each. */
  keys?: number;
  /** Drops of a line a minute of each; each lasts one to three seconds. */
  drops?: number;
  /** Lets the server work between two steps. */
  breathe: () => Promise<void>;
};

/** What should hold and did not, in words; empty when all is well. */
export type Finding = string;

export const START = schema
  .node(
    "doc",
    null,
    Array.from({ length: 6 }, (_, i) => schema.node("paragraph", null, schema.text(`paragraph ${i}`))),
  )
  .toJSON() as unknown;

type Typist = { page: Page; down: number; letters: Set<string>; undone: Set<string> };

export class Typists {
  readonly #options: Required<TypistsOptions>;
  readonly #random;
  readonly #server: Process;
  readonly #typists: Typist[];
  readonly #findings: Finding[] = [];
  #letters = 0;

  constructor(options: TypistsOptions) {
    this.#options = { typists: 10, keys: 5, drops: 12, ...options };
    this.#random = seeded(options.seed);
    const server: Process = new Process(options.store, (group) => server.broadcast(group));
    this.#server = server;
    this.#typists = Array.from({ length: this.#options.typists }, (_, i) => {
      const line = new Line(`00000000-0000-4000-8000-0000000000${String(i).padStart(2, "0")}`, server);
      let ids = 0;
      const id = () => `0000000${i % 10}-0000-4000-8000-${(++ids).toString(16).padStart(12, "0")}`;
      const page = new Page(line, START, id);
      line.connect();
      return { page, down: 0, letters: new Set<string>(), undone: new Set<string>() };
    });
  }

  /** Letters typed so far, by everybody. */
  get typed(): number {
    return this.#letters;
  }

  /** Lets `milliseconds` pass: a line carries what waits on it, and each person may press a key or lose the line. */
  async pass(milliseconds: number): Promise<void> {
    const { keys, drops, breathe } = this.#options;
    for (const typist of this.#typists) {
      const { page } = typist;
      page.timers.pass(milliseconds);
      if (typist.down > 0) {
        typist.down -= milliseconds;
        if (typist.down <= 0) page.line.connect();
      } else if (this.#random.chance((drops * milliseconds) / 60_000)) {
        page.line.cut();
        typist.down = 1_000 + this.#random.below(2_000);
      }
      if (this.#random.chance((keys * milliseconds) / 1_000)) this.#press(typist);
      this.#carry(page);
    }
    if (this.#random.chance(milliseconds / 20_000)) this.#server.restart();
    await breathe();
  }

  /** Everything arrives; returns what is wrong then. */
  async settle(): Promise<Finding[]> {
    for (let round = 0; round < 2_000; round++) {
      for (const { page } of this.#typists) {
        page.line.connect();
        page.timers.pass(200);
        this.#carry(page);
      }
      await this.#options.breathe();
      if (round > 10 && this.#typists.every(({ page }) => this.#rests(page))) break;
    }
    const texts = new Set(this.#typists.map(({ page }) => JSON.stringify(page.state.doc)));
    if (texts.size > 1) this.#findings.push(`${texts.size} different texts`);
    const text = this.#typists[0]?.page.state.doc.textContent ?? "";
    for (const { page, letters, undone } of this.#typists) {
      const { saving, lost } = page.channel.getSnapshot();
      if (saving.kind !== "saved") this.#findings.push(`not saved but ${saving.kind}`);
      if (lost !== null) this.#findings.push(`told as lost: ${lost}`);
      for (const letter of letters) {
        const times = text.split(letter).length - 1;
        const wanted = undone.has(letter) ? 0 : 1;
        const name = letter.codePointAt(0)?.toString(16);
        if (times !== wanted) this.#findings.push(`letter ${name} is there ${times} times, not ${wanted}`);
      }
    }
    return this.#findings;
  }

  /** Mostly the next letter of a word; now and then elsewhere, and now and then the last change back or again. */
  #press(typist: Typist): void {
    const { page } = typist;
    const chance = this.#random.below(100);
    if (chance < 4) return this.#takeBack(typist, undo);
    if (chance < 6) return this.#takeBack(typist, redo);
    if (chance < 14) this.#moveCaret(typist);
    const code = this.#letters++;
    const letter = String.fromCodePoint(code < 6_000 ? 0xe000 + code : 0xf0000 + code);
    typist.letters.add(letter);
    page.edit(page.state.tr.insertText(letter));
  }

  #moveCaret({ page }: Typist): void {
    const { doc } = page.state;
    const block = this.#random.below(doc.childCount);
    const start = doc.children.slice(0, block).reduce((sum, node) => sum + node.nodeSize, 1);
    const at = start + this.#random.below(doc.child(block).content.size + 1);
    page.edit(page.state.tr.setSelection(TextSelection.create(doc, at)));
  }

  #takeBack({ page, letters, undone }: Typist, command: typeof undo): void {
    const before = lettersOf(page.state.doc);
    if (!command(page.state, page.edit)) return;
    const after = lettersOf(page.state.doc);
    for (const letter of before) {
      if (after.has(letter)) continue;
      if (letters.has(letter)) undone.add(letter);
      else this.#findings.push("an undo took another's letter");
    }
    for (const letter of after) {
      if (before.has(letter)) continue;
      if (letters.has(letter)) undone.delete(letter);
      else this.#findings.push("a redo brought another's letter");
    }
  }

  #carry({ line }: Page): void {
    for (let i = 0; i < 4; i++) {
      line.carryUp();
      line.carryDown(this.#random, 0);
    }
  }

  #rests({ line, state, channel }: Page): boolean {
    const { version, unconfirmed } = collabState(state);
    const saved = channel.getSnapshot().saving.kind === "saved";
    return line.idle && saved && unconfirmed.length === 0 && version === this.#options.store.version;
  }
}

function lettersOf(doc: Node): Set<string> {
  return new Set([...doc.textContent].filter((letter) => (letter.codePointAt(0) ?? 0) >= 0xe000));
}
