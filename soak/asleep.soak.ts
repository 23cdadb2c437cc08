import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { schema } from "@chopin/document/schema";
import { newLetters } from "../bench/collab/ledger.ts";
import { quiet } from "../e2e/converge/carry.ts";
import { MemoryStore } from "../e2e/converge/memory-store.ts";
import { Line, Process } from "../e2e/converge/network.ts";
import { Page } from "../e2e/converge/page.ts";
import { seeded } from "../e2e/converge/random.ts";

const HOUR = 60 * 60_000;
/** What somebody awake types in an hour: a letter a second. */
const EDITS = 3_600;

const random = seeded(1);

describe("a laptop that slept for an hour while somebody else went on writing", () => {
  test("finds its connection closed, and everything is there once", async () => {
    const { sleeper, store, letters } = await sleepOver({ restart: false });
    sleeper.line.cut();
    await wake(sleeper);
    expectAll(sleeper, store, letters);
  });

  test("finds a server that was started again meanwhile", async () => {
    const { sleeper, store, letters } = await sleepOver({ restart: true });
    await wake(sleeper);
    expectAll(sleeper, store, letters);
  });

  test("believes its dead connection for a while, and nothing that was sent to it ever came", async () => {
    const { sleeper, awake, store, letters } = await sleepOver({ restart: false });
    while (!sleeper.line.idle) {
      sleeper.line.carryDown(random, 1);
      await turn();
    }
    // The next thing somebody types shows it what it missed.
    const letter = "!";
    letters.push(letter);
    type(awake, letter, 1);
    await quiet([awake]);
    await wake(sleeper);
    expectAll(sleeper, store, letters);
  });
});

/** Two pages; one types a letter and falls asleep before it is answered, the other goes on. */
async function sleepOver({ restart }: { restart: boolean }) {
  const paragraphs = ["one", "two"].map((text) => schema.node("paragraph", null, schema.text(text)));
  const doc = schema.node("doc", null, paragraphs).toJSON() as unknown;
  const store = new MemoryStore(doc);
  const server: Process = new Process(store, (group) => server.broadcast(group));
  const [sleeper, awake] = ["sleeper", "awake"].map(
    (person) => new Page(new Line(person, server), doc, randomUUID),
  );
  if (!sleeper || !awake) throw new Error("nobody is there");
  for (const { line } of [sleeper, awake]) line.connect();
  await quiet([sleeper, awake]);
  const next = newLetters();
  const letters = [next(), next()];
  type(sleeper, letters[0] ?? "", 0);
  sleeper.line.carryUp();
  type(sleeper, letters[1] ?? "", 0);
  for (let i = 0; i < EDITS; i++) {
    const letter = next();
    letters.push(letter);
    type(awake, letter, i % 2);
    if (restart && i === EDITS / 2) server.restart();
    awake.line.connect();
    awake.timers.pass(HOUR / EDITS);
    await quiet([awake]);
  }
  expect(awake.channel.getSnapshot().saving).toEqual({ kind: "saved" });
  return { sleeper, awake, store, letters };
}

/** The clock jumps, every timer that is due goes off at once, and the network is back. */
async function wake(page: Page): Promise<void> {
  page.timers.pass(HOUR);
  for (let i = 0; i < 20; i++) {
    page.line.connect();
    await quiet([page]);
    page.timers.pass(1_000);
  }
}

function expectAll(page: Page, store: MemoryStore, letters: string[]): void {
  const { saving, version, lost } = page.channel.getSnapshot();
  expect({ saving, version, lost }).toEqual({
    saving: { kind: "saved" },
    version: store.version,
    lost: null,
  });
  const text = page.state.doc.textContent;
  expect(letters.filter((letter) => text.split(letter).length !== 2)).toEqual([]);
}

function type(page: Page, text: string, block: number): void {
  const { doc } = page.state;
  const at = doc.children.slice(0, block + 1).reduce((sum, node) => sum + node.nodeSize, 0) - 1;
  page.edit(page.state.tr.insertText(text, at));
}

async function turn(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}
