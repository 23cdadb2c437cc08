import { Node } from "prosemirror-model";
import { Step } from "prosemirror-transform";
import { describe, expect, test } from "vitest";
import { schema } from "@chopin/document/schema";
import { collabState } from "../../app/editor/collab/collab.ts";
import { EVERYTHING, KEEPING } from "./edits.ts";
import type { Edit } from "./edits.ts";
import { MemoryStore } from "./memory-store.ts";
import { Line, Process } from "./network.ts";
import { Page } from "./page.ts";
import { seeded } from "./random.ts";
import type { Random } from "./random.ts";

const runs = Number(process.env.FUZZ_RUNS ?? 25);
const firstSeed = Number(process.env.FUZZ_SEED ?? 1);
const EDITS = 120;

describe("clients converge", () => {
  test.each(Array.from({ length: runs }, (_, i) => firstSeed + i))("seed %i", async (seed) => {
    const world = new World(seed);
    for (let i = 0; i < EDITS; i++) await world.live();
    await world.comeToRest();
    world.compare();
  });
});

/** Four people on one document in two processes, on bad lines and a bad database. */
class World {
  readonly random: Random;
  readonly store: MemoryStore;
  readonly processes: [Process, Process];
  readonly pages: Page[];
  /** Every letter is typed once, so that a lost or doubled one shows. */
  readonly letters: string[] = [];
  readonly keeping: boolean;
  readonly wholes: boolean;
  #ids = 0;
  #faults = 0.04;

  constructor(seed: number) {
    this.random = seeded(seed);
    this.keeping = seed % 3 === 0;
    this.wholes = seed % 4 === 0;
    const { doc } = start();
    this.store = new MemoryStore(doc.toJSON());
    this.store.failure = () => {
      if (!this.random.chance(this.#faults / 4)) return null;
      return this.random.chance(0.5) ? "before" : "after";
    };
    const make = (): Process =>
      new Process(this.store, (group) => {
        for (const process of this.processes) {
          if (this.random.chance(this.#faults / 2)) continue;
          process.broadcast(group);
          process.authorities.heard(group.document, group.version);
        }
      });
    this.processes = [make(), make()];
    for (const process of this.processes) {
      process.refuse = (commit) => this.#refuse(commit);
      process.wholly = () => this.wholes && this.random.chance(0.3);
    }
    this.pages = Array.from({ length: 4 }, (_, i) => {
      const line = new Line(`person-${i}`, this.processes[i === 3 ? 1 : 0]);
      return new Page(line, doc.toJSON(), () => `${seed}-${i}-${this.#ids++}`);
    });
    for (const page of this.pages) page.line.connect();
  }

  /** One thing happens: someone edits, something is carried, a line breaks, time passes. */
  async live(): Promise<void> {
    const { random } = this;
    const page = random.pick(this.pages);
    this.#edit(page, random.pick(this.keeping ? KEEPING : EVERYTHING));
    for (let i = random.below(8); i > 0; i--) {
      const one = random.pick(this.pages);
      if (random.chance(0.5)) one.line.carryUp();
      else one.line.carryDown(random, this.#faults);
    }
    if (random.chance(this.#faults)) random.pick(this.pages).line.cut();
    if (random.chance(0.25)) random.pick(this.pages).line.connect();
    if (random.chance(this.#faults / 3)) random.pick(this.processes).restart();
    if (random.chance(0.3)) page.timers.pass(random.below(3_000));
    await settled();
  }

  /** The lines hold, the database answers, and everything that waits goes through. */
  async comeToRest(): Promise<void> {
    this.#faults = 0;
    for (let round = 0; round < 400; round++) {
      for (const { line, timers } of this.pages) {
        line.connect();
        line.carryUp();
        line.carryDown(this.random, 0);
        timers.pass(1_000);
      }
      await settled();
      if (round % 10 === 9) await new Promise((resolve) => setTimeout(resolve, 1));
      if (this.pages.every((page) => page.line.idle && this.#upToDate(page))) return;
    }
    throw new Error(
      `no rest: ${JSON.stringify(this.pages.map((page) => page.channel.getSnapshot().saving))}`,
    );
  }

  compare(): void {
    const replayed = replay(this.store);
    let lost = "";
    for (const { state, channel } of this.pages) {
      expect(state.doc.toJSON()).toEqual(replayed.toJSON());
      expect(channel.getSnapshot().saving).toEqual({ kind: "saved" });
      lost += channel.getSnapshot().lost ?? "";
    }
    replayed.check();
    const text = replayed.textContent;
    const times = this.letters.map((letter) => text.split(letter).length - 1);
    expect(times.filter((count) => count > 1)).toEqual([]);
    if (!this.keeping) return;
    // What a page could not put back, it shows.
    expect(this.letters.filter((letter, i) => times[i] === 0 && !lost.includes(letter))).toEqual([]);
    if (!this.wholes) expect(lost).toBe("");
  }

  #edit(page: Page, edit: Edit): void {
    const letter = () => {
      const next = String.fromCodePoint(0xe000 + this.letters.length);
      this.letters.push(next);
      return next;
    };
    edit(page.state, page.edit, this.random, letter);
  }

  #refuse(commit: string): "too-large" | "invalid" | null {
    if (!this.random.chance(this.#faults / 2)) return null;
    if (this.store.commits.some((one) => one.commit === commit)) return null;
    return this.random.chance(0.5) ? "too-large" : "invalid";
  }

  #upToDate({ state, channel }: Page): boolean {
    const { version } = collabState(state);
    return channel.getSnapshot().saving.kind === "saved" && version === this.store.version;
  }
}

function start(): { doc: Node } {
  const paragraph = (text: string) => schema.nodes.paragraph.create(null, schema.text(text));
  const item = (text: string) => schema.nodes.list_item.create(null, paragraph(text));
  const list = schema.nodes.bullet_list.create(null, [item("one"), item("two"), item("three")]);
  return { doc: schema.topNodeType.create(null, [paragraph("first words"), list, paragraph("last words")]) };
}

/** The document as the stored commits make it, from the beginning. */
function replay(store: MemoryStore): Node {
  let doc = Node.fromJSON(schema, store.snapshots[0]?.doc);
  let version = 0;
  for (const commit of store.commits) {
    expect(commit.base).toBe(version);
    version = commit.version;
    for (const json of commit.steps) {
      const result = Step.fromJSON(schema, json).apply(doc);
      if (!result.doc) throw new Error(result.failed ?? "a stored step does not apply");
      doc = result.doc;
    }
  }
  return doc;
}

/** Whatever can happen without anybody's help has happened. */
async function settled(): Promise<void> {
  for (let i = 0; i < 4; i++) await new Promise((resolve) => setImmediate(resolve));
}
