import { randomUUID } from "node:crypto";
import { closeHistory } from "prosemirror-history";
import { beforeEach, expect, test } from "vitest";
import { schema } from "@chopin/document/schema";
import { redo, undo } from "../../app/editor/collab/undo.ts";
import { quiet } from "./carry.ts";
import { MemoryStore } from "./memory-store.ts";
import { Line, Process } from "./network.ts";
import { Page } from "./page.ts";
import { expectPaired } from "./paired.ts";

const START = schema.node("doc", null, [schema.node("paragraph", null, schema.text("start "))]);

let server: Process;
let ada: Page;
let bob: Page;

beforeEach(async () => {
  const store = new MemoryStore(START.toJSON());
  server = new Process(store, (group) => server.broadcast(group));
  [ada, bob] = [0, 1].map((i) => new Page(new Line(`p${i}`, server), START.toJSON(), randomUUID)) as [
    Page,
    Page,
  ];
  for (const { line } of [ada, bob]) line.connect();
  await quiet([ada, bob]);
});

function type(page: Page, at: number, text: string): void {
  [...text].forEach((letter, i) => page.edit(page.state.tr.insertText(letter, at + i)));
}

async function bothHave(text: string): Promise<void> {
  await quiet([ada, bob]);
  for (const { state } of [ada, bob]) expect(state.doc.textContent).toBe(text);
  expectPaired(ada.state);
}

test("undo and redo take and bring one's own letters, and another's word inside them stays", async () => {
  type(ada, 7, "fast");
  await quiet([ada, bob]);
  type(bob, 9, "BOB");
  await bothHave("start faBOBst");
  undo(ada.state, ada.edit);
  await bothHave("start BOB");
  redo(ada.state, ada.edit);
  const text = bob.state.doc.textContent;
  await quiet([ada, bob]);
  expect(bob.state.doc.textContent.split("BOB")).toHaveLength(2);
  expect([...bob.state.doc.textContent].toSorted().join("")).toBe([..."start fastBOB"].toSorted().join(""));
  expect(text).toContain("BOB");
  undo(ada.state, ada.edit);
  await bothHave("start BOB");
});

test("undo stays one's own when the other's word comes while the letters are on their way", async () => {
  type(ada, 7, "fa");
  ada.line.carryUp();
  type(ada, 9, "st");
  type(bob, 1, "BOB ");
  await quiet([bob]);
  undo(ada.state, ada.edit);
  await bothHave("BOB start ");
  redo(ada.state, ada.edit);
  await bothHave("BOB start fast");
});

test("undo stays one's own across a lost line and another process", async () => {
  type(ada, 7, "fast");
  await quiet([ada, bob]);
  ada.line.cut();
  type(bob, 9, "BOB");
  await quiet([bob]);
  server.restart();
  for (const { line } of [ada, bob]) line.connect();
  await bothHave("start faBOBst");
  undo(ada.state, ada.edit);
  await bothHave("start BOB");
  server.restart();
  for (const { line } of [ada, bob]) line.connect();
  await quiet([ada, bob]);
  redo(ada.state, ada.edit);
  undo(ada.state, ada.edit);
  await bothHave("start BOB");
});

test("an undo that was not sent yet is made again as it was, after others wrote", async () => {
  type(ada, 7, "mine");
  await quiet([ada, bob]);
  ada.line.cut();
  undo(ada.state, ada.edit);
  type(bob, 1, "BOB ");
  await quiet([bob]);
  ada.line.connect();
  await bothHave("BOB start ");
  redo(ada.state, ada.edit);
  await bothHave("BOB start mine");
});

test("hundreds of changes can be undone after others wrote a thousand more, and no map of theirs stays", async () => {
  for (let i = 0; i < 300; i++) {
    ada.edit(closeHistory(ada.state.tr.insertText("a", 7)));
    if (i % 30 === 0) await quiet([ada, bob]);
  }
  await quiet([ada, bob]);
  for (let i = 0; i < 1_300; i++) {
    type(bob, 1, "b");
    if (i % 50 === 0) await quiet([ada, bob]);
  }
  await quiet([ada, bob]);
  const plugin = ada.state.plugins.find((one) => Reflect.get(one, "key") === "history$");
  const history = plugin?.getState(ada.state) as { done: { items: { length: number } } } | undefined;
  expect(history?.done.items.length).toBeLessThan(1_000);
  let undone = 0;
  while (undo(ada.state, ada.edit)) undone++;
  expect(undone).toBe(300);
  await bothHave(`${"b".repeat(1_300)}start `);
});
