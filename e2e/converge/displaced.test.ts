import { randomUUID } from "node:crypto";
import { chainCommands, splitBlock, toggleMark } from "prosemirror-commands";
import { splitListItem } from "prosemirror-schema-list";
import type { Node } from "prosemirror-model";
import { TextSelection } from "prosemirror-state";
import { expect, test } from "vitest";
import { schema } from "@chopin/document/schema";
import { MAX_COMMIT_STEPS } from "@chopin/protocol/document";
import { undo } from "../../app/editor/collab/undo.ts";
import { MemoryStore } from "./memory-store.ts";
import { quiet } from "./carry.ts";
import { Line, Process } from "./network.ts";
import { Page } from "./page.ts";
import { seeded } from "./random.ts";

const { paragraph, list_item, code_block } = schema.nodes;
const p = (text = "") => schema.node("paragraph", null, text === "" ? [] : [schema.text(text)]);
const item = (...blocks: Node[]) => schema.node("list_item", null, blocks);
const list = (...items: Node[]) => schema.node("bullet_list", null, items);

/** Ada writes where Bob, who has not seen it, takes the place away; Bob's change arrives first. */
async function meet(
  blocks: Node[],
  { ada: write, bob: change }: { ada: (page: Page) => void; bob: (page: Page) => void },
): Promise<{ ada: Page; bob: Page; store: MemoryStore }> {
  const doc = schema.node("doc", null, blocks).toJSON() as unknown;
  const store = new MemoryStore(doc);
  const server: Process = new Process(store, (group) => server.broadcast(group));
  const [ada, bob] = ["ada", "bob"].map((name) => new Page(new Line(name, server), doc, randomUUID));
  if (!ada || !bob) throw new Error("two pages were made");
  const pages = [ada, bob];
  for (const { line } of pages) line.connect();
  await quiet(pages);
  write(ada);
  change(bob);
  await quiet([bob]);
  await quiet(pages);
  expect(ada.state.doc.toJSON()).toEqual(bob.state.doc.toJSON());
  for (const page of pages) {
    expect(page.channel.getSnapshot().saving).toEqual({ kind: "saved" });
    expect(page.channel.getSnapshot().lost).toBeNull();
  }
  ada.state.doc.check();
  return { ada, bob, store };
}

/** Types letter by letter from a place on, as a person does. */
function type(page: Page, at: number, text: string): void {
  page.edit(page.state.tr.setSelection(TextSelection.create(page.state.doc, at)));
  for (const letter of text) page.edit(page.state.tr.insertText(letter));
}

const told = ({ state }: Page) => state.doc.textBetween(0, state.doc.content.size, "|");

test("words typed into an empty item that another just left by Enter stay in the item", async () => {
  const nested = list(item(p("one"), list(item(p("two")), item(p()))));
  const { ada } = await meet([nested], {
    ada: (page) => type(page, emptyPlace(page), "mine"),
    bob: (page) => {
      page.edit(page.state.tr.setSelection(TextSelection.create(page.state.doc, emptyPlace(page))));
      chainCommands(splitListItem(list_item!), splitBlock)(page.state, page.edit);
    },
  });
  expect(told(ada)).toBe("one|two|mine");
  expect(ada.state.selection.$head.parent.textContent).toBe("mine");
  expect(ada.state.selection.$head.parentOffset).toBe(4);
});

test("words typed into a paragraph that was deleted stand in one of their own, in order, and can be undone", async () => {
  const { ada, bob } = await meet([p("first"), p("second"), p("third")], {
    ada: (page) => {
      type(page, 12, "helo");
      page.edit(page.state.tr.delete(15, 16));
      type(page, 15, "lo");
    },
    bob: (page) => page.edit(page.state.tr.delete(7, 15)),
  });
  expect(told(ada)).toBe("first|hello|third");
  type(ada, ada.state.selection.head, "!");
  await quiet([ada, bob]);
  expect(told(bob)).toBe("first|hello!|third");
  while (undo(ada.state, ada.edit)) await quiet([ada, bob]);
  expect(told(bob).replaceAll("|", "")).toBe("firstthird");
});

test("words typed inside a sentence that was deleted stand where it was", async () => {
  const { ada } = await meet([p("one two three")], {
    ada: (page) => type(page, 7, "XY"),
    bob: (page) => page.edit(page.state.tr.delete(4, 11)),
  });
  expect(told(ada)).toBe("oneXYree");
});

test("two paragraphs written inside a deleted one both stay", async () => {
  const { ada } = await meet([p("first"), p("second"), p("third")], {
    ada: (page) => {
      type(page, 12, "ab");
      splitBlock(page.state, page.edit);
      type(page, page.state.selection.head, "cd");
    },
    bob: (page) => page.edit(page.state.tr.delete(7, 15)),
  });
  expect(told(ada)).toBe("first|ab|cd|third");
});

test("bold words typed into a paragraph that became code stay, as code", async () => {
  const { ada } = await meet([p("first")], {
    ada: (page) => {
      page.edit(page.state.tr.setSelection(TextSelection.create(page.state.doc, 6)));
      toggleMark(schema.marks.strong!)(page.state, page.edit);
      page.edit(page.state.tr.insertText("bold", 6));
    },
    bob: (page) => page.edit(page.state.tr.setBlockType(1, 6, code_block!)),
  });
  expect(told(ada)).toBe("firstbold");
  expect(ada.state.doc.firstChild?.type).toBe(code_block);
});

test("an item typed into a list that was deleted stays as text", async () => {
  const { ada } = await meet([p("first"), list(item(p("a")), item(p("b")))], {
    ada: (page) => {
      page.edit(page.state.tr.setSelection(TextSelection.create(page.state.doc, 11)));
      splitListItem(list_item!)(page.state, page.edit);
      type(page, page.state.selection.head, "new");
    },
    bob: (page) => page.edit(page.state.tr.delete(7, page.state.doc.content.size)),
  });
  expect(told(ada)).toBe("first|new");
});

test("what was typed and undone again before others deleted its place does not come back", async () => {
  const { ada } = await meet([p("first"), p("second")], {
    ada: (page) => {
      type(page, 10, "gone");
      undo(page.state, page.edit);
    },
    bob: (page) => page.edit(page.state.tr.delete(7, 15)),
  });
  expect(told(ada)).toBe("first");
});

test("a commit of which nothing was left is not sent again when the line was lost before the answer", async () => {
  const { ada, bob, store } = await meet([p("first"), p("second")], {
    ada: () => undefined,
    bob: () => undefined,
  });
  ada.edit(ada.state.tr.addMark(8, 14, schema.marks.strong!.create()));
  bob.edit(bob.state.tr.delete(7, 15));
  await quiet([bob]);
  while (!ada.line.idle && told(ada) !== "first") ada.line.carryDown(seeded(1), 0);
  ada.line.cut();
  ada.line.connect();
  await quiet([ada, bob]);
  expect(ada.channel.getSnapshot().saving).toEqual({ kind: "saved" });
  expect(store.version).toBe(1);
});

test("more steps than one commit may carry are saved one commit after another", async () => {
  const { bob, store } = await meet([p("first")], {
    ada: (page) => type(page, 6, "x".repeat(MAX_COMMIT_STEPS + 500)),
    bob: () => undefined,
  });
  expect(told(bob)).toHaveLength(MAX_COMMIT_STEPS + 505);
  expect(store.commits.map(({ steps }) => steps.length)).toEqual([1, MAX_COMMIT_STEPS, 499]);
});

function emptyPlace({ state }: Page): number {
  let found = 0;
  state.doc.descendants((node, pos) => {
    if (node.type === paragraph && node.content.size === 0) found = pos + 1;
  });
  return found;
}
