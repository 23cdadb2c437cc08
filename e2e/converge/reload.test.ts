import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { SCHEMA_VERSION } from "@chopin/protocol/document";
import { schema } from "@chopin/document/schema";
import { keptText } from "../../app/editor/collab/kept-text.ts";
import { replay } from "../../app/live/replay.ts";
import type { UnsavedText } from "../../app/live/document-text.ts";
import { MemoryStore } from "./memory-store.ts";
import { DOCUMENT, Line, Process } from "./network.ts";
import { Page } from "./page.ts";
import { seeded } from "./random.ts";
import type { Random } from "./random.ts";

/** Sessions played; FUZZ_RUNS asks for more. */
const RUNS = Number(process.env["FUZZ_RUNS"] ?? 40);
const FIRST = Number(process.env["FUZZ_SEED"] ?? 1);

type Noted = { unsaved: UnsavedText; next: string };

/** Two people whose pages end at any moment and are loaded again, with the journal as it was a moment before. */
class Session {
  readonly random: Random;
  readonly store: MemoryStore;
  readonly server: Process;
  readonly seats: { person: string; page: Page; notes: Noted[]; unsaved: string[] }[] = [];
  /** Words that have to be there in the end, and those that may. */
  readonly typed: string[] = [];
  readonly certain = new Set<string>();
  readonly replaying: Promise<void>[] = [];
  #words = 0;

  constructor(seed: number) {
    this.random = seeded(seed);
    const paragraphs = ["one", "two", "three"].map((text) =>
      schema.node("paragraph", null, schema.text(text)),
    );
    this.store = new MemoryStore(schema.node("doc", null, paragraphs).toJSON());
    this.server = new Process(this.store, (group) => this.server.broadcast(group));
    this.server.refuse = () => (this.random.chance(0.05) ? "invalid" : null);
    for (const person of ["ada", "bob"]) this.seats.push(this.#sit(person, this.store.snapshots[0]?.doc, 0));
  }

  #sit(person: string, doc: unknown, version: number) {
    const notes: Noted[] = [];
    const journal = {
      keeps: true,
      note: (unsaved: UnsavedText, next: string) => {
        // A refused commit is written down as such seconds before it is tried again under another id.
        const before = notes.at(-1)?.unsaved;
        if (before?.inFlight && !unsaved.inFlight && before.steps[0] === unsaved.steps[0]) notes.length = 0;
        notes.push({ unsaved, next });
      },
      subscribe: () => () => undefined,
      release: async () => undefined,
    };
    const page = new Page(new Line(person, this.server), doc, randomUUID, { version, journal });
    page.line.connect();
    return { person, page, notes, unsaved: [] as string[] };
  }

  type(): void {
    const seat = this.random.pick(this.seats);
    const { doc } = seat.page.state;
    const block = this.random.below(doc.childCount);
    const at = doc.children.slice(0, block).reduce((sum, node) => sum + node.nodeSize, 1);
    const word = `<${++this.#words}>`;
    this.typed.push(word);
    const offset = this.random.below(2) === 0 ? 0 : (doc.child(block).content.size ?? 0);
    seat.page.edit(seat.page.state.tr.insertText(word, at + offset));
  }

  move(faults: number): void {
    const { page } = this.random.pick(this.seats);
    if (this.random.chance(0.5)) page.line.carryUp();
    else page.line.carryDown(this.random, faults);
    if (this.random.chance(faults / 4)) page.line.cut();
    else if (this.random.chance(0.2)) page.line.connect();
    page.timers.pass(this.random.below(400));
  }

  /** The page ends; the next one finds in the journal what was noted last, or a little before. */
  async reload(): Promise<void> {
    const index = this.random.below(this.seats.length);
    const seat = this.seats[index];
    if (!seat) return;
    const found = seat.notes.at(-1 - this.random.below(Math.min(3, seat.notes.length || 1)));
    seat.page.line.cut();
    seat.page.channel.close();
    this.server.lines.splice(this.server.lines.indexOf(seat.page.line), 1);
    const text = await this.server.authorities.use(DOCUMENT, async (authority) => authority.text);
    const fresh = this.#sit(seat.person, text?.doc.toJSON(), text?.version ?? 0);
    this.seats[index] = fresh;
    if (!found || found.unsaved.steps.length === 0) return;
    for (const word of JSON.stringify(found.unsaved.steps).match(/<\d+>/g) ?? []) this.certain.add(word);
    this.replaying.push(
      this.#replay(found, () => this.seats.find(({ person }) => person === seat.person)?.page.line),
    );
  }

  async #replay({ unsaved, next }: Noted, line: () => Line | undefined): Promise<void> {
    const entry = {
      id: "e",
      person: "p",
      document: DOCUMENT,
      title: "",
      schema: SCHEMA_VERSION,
      next,
      ...unsaved,
    };
    let noted = entry;
    const writer = {
      note: (later: UnsavedText, id: string) => {
        noted = { ...noted, ...later, next: id };
      },
    };
    for (;;) {
      const connection = line();
      if (!connection) throw new Error("nobody sits there");
      const means = { connection, loadRestore: async () => keptText, newId: randomUUID };
      const outcome = await replay({ entry: noted, writer }, means);
      if (outcome.kind === "saved") return;
      if (outcome.kind === "stuck" && outcome.reason !== "invalid")
        throw new Error(`stuck: ${outcome.reason}`);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** Everything arrives, without faults, until nothing moves. */
  async settle(): Promise<void> {
    this.server.refuse = () => null;
    let done = false;
    void Promise.all(this.replaying).then(
      () => (done = true),
      () => (done = true),
    );
    for (let still = 0; still < 6;) {
      const idle = this.seats.every(
        ({ page }) => page.line.idle && page.channel.getSnapshot().saving.kind === "saved",
      );
      for (const { page } of this.seats) {
        page.line.connect();
        page.line.carryUp();
        page.line.carryDown(this.random, 0);
        page.timers.pass(200);
      }
      await new Promise((resolve) => setImmediate(resolve));
      still = idle && done ? still + 1 : 0;
    }
    await Promise.all(this.replaying);
  }
}

test("text that was in the journal when a page ended is there once, and nothing is there twice", async () => {
  for (let seed = FIRST; seed < FIRST + RUNS; seed++) {
    const session = new Session(seed);
    for (let turn = 0; turn < 120; turn++) {
      const chance = session.random.below(10);
      if (chance < 3) session.type();
      else session.move(0.15);
      if (session.random.chance(0.04)) await session.reload();
      if (turn % 4 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    await session.settle().catch((error: unknown) => {
      throw new Error(`seed ${seed}`, { cause: error });
    });
    const text = await session.server.authorities.use(
      DOCUMENT,
      async (authority) => authority.text.doc.textContent,
    );
    for (const { page } of session.seats) {
      expect(page.state.doc.textContent, `seed ${seed}`).toBe(text);
      expect(page.channel.getSnapshot().saving, `seed ${seed}`).toEqual({ kind: "saved" });
    }
    for (const word of session.typed) {
      const times = (text ?? "").split(word).length - 1;
      expect(times, `${word}, seed ${seed}`).toBeLessThanOrEqual(1);
      if (session.certain.has(word)) expect(times, `${word} was kept, seed ${seed}`).toBe(1);
    }
  }
}, 120_000);
