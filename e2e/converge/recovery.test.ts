import { randomUUID } from "node:crypto";
import { liftListItem, sinkListItem } from "prosemirror-schema-list";
import { EditorState, Plugin, TextSelection } from "prosemirror-state";
import type { Transaction } from "prosemirror-state";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { schema } from "@chopin/document/schema";
import { collab, collabState } from "../../app/editor/collab/collab.ts";
import { receive } from "../../app/editor/collab/receive.ts";
import { quiet } from "./carry.ts";
import { MemoryStore } from "./memory-store.ts";
import { DOCUMENT, Line, Process } from "./network.ts";
import { Page } from "./page.ts";

const p = (text: string) => schema.node("paragraph", null, text === "" ? [] : [schema.text(text)]);
const item = (text: string) => schema.node("list_item", null, p(text));
const START = schema.node("doc", null, [
  p("one"),
  schema.node("bullet_list", null, [item("a"), item("b"), item("c")]),
  p("end"),
]);

let store: MemoryStore;
let server: Process;
let ada: Page;
let bob: Page;
let cem: Page;
let pages: Page[];

beforeEach(async () => {
  store = new MemoryStore(START.toJSON());
  server = new Process(store, (group) => server.broadcast(group));
  ada = new Page(new Line("ada", server), START.toJSON(), randomUUID);
  bob = new Page(new Line("bob", server), START.toJSON(), randomUUID);
  cem = new Page(new Line("cem", server), START.toJSON(), randomUUID);
  pages = [ada, bob, cem];
  for (const { line } of pages) line.connect();
  await quiet(pages);
});

const type = (page: Page, at: number, text: string) => page.edit(page.state.tr.insertText(text, at));
const saving = (page: Page) => page.channel.getSnapshot().saving;
const told = ({ state }: Page) => state.doc.textBetween(0, state.doc.content.size, "|");
const authority = async () =>
  (await server.authorities.use(DOCUMENT, async ({ text }) => text.doc))?.toJSON();

/** A caret in the item with this text. */
function inItem(page: Page, text: string): void {
  page.state.doc.descendants((node, pos) => {
    if (!node.isTextblock || node.textContent !== text) return;
    page.edit(page.state.tr.setSelection(TextSelection.create(page.state.doc, pos + 1)));
  });
}

async function everybodyHas(text: string): Promise<void> {
  const doc = await authority();
  for (const page of pages) {
    expect(told(page)).toBe(text);
    expect(page.state.doc.toJSON()).toEqual(doc);
    expect(saving(page)).toEqual({ kind: "saved" });
  }
}

describe("a step that is not taken", () => {
  test("while a list is indented does not stop what follows, and goes out by itself within two seconds", async () => {
    let refusals = 1;
    server.refuse = () => (refusals-- > 0 ? "invalid" : null);
    inItem(ada, "b");
    sinkListItem(schema.nodes.list_item!)(ada.state, ada.edit);
    await quiet(pages);
    expect(saving(ada)).toMatchObject({ kind: "refused", reason: "invalid" });
    ada.timers.pass(1_999);
    expect(saving(ada)).toMatchObject({ kind: "refused" });
    ada.timers.pass(1);
    await quiet(pages);
    inItem(ada, "c");
    sinkListItem(schema.nodes.list_item!)(ada.state, ada.edit);
    type(ada, ada.state.selection.head, "more ");
    await quiet(pages);
    await everybodyHas("one|a|b|more c|end");
  });

  test("because others changed the list under it wedges no page, and the words typed with it stay", async () => {
    inItem(ada, "b");
    sinkListItem(schema.nodes.list_item!)(ada.state, ada.edit);
    type(ada, ada.state.selection.head, "mine ");
    sinkListItem(schema.nodes.list_item!)(ada.state, ada.edit);
    inItem(bob, "a");
    liftListItem(schema.nodes.list_item!)(bob.state, bob.edit);
    inItem(bob, "b");
    liftListItem(schema.nodes.list_item!)(bob.state, bob.edit);
    await quiet([bob]);
    await quiet(pages);
    await everybodyHas("one|a|mine b|c|end");
    type(ada, 1, "still ");
    await quiet(pages);
    await everybodyHas("still one|a|mine b|c|end");
  });
});

describe("a page that came apart from the authority", () => {
  test("changes nothing for others, takes the authority's text, and keeps what its person writes", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    // As a fault of ours would have it: the text moves and nothing knows.
    const { plugins } = ada.state;
    const other = schema.node("doc", null, [p("something else altogether"), p("and more")]);
    const kept = collabState(ada.state);
    ada.state = EditorState.create({ doc: other, plugins: [collab(kept), ...plugins.slice(1)] });
    type(ada, 10, "MINE");
    expect(saving(ada)).toEqual({ kind: "saving" });
    type(bob, 4, "!");
    for (let i = 0; i < 4; i++) {
      await quiet(pages);
      ada.timers.pass(5_000);
    }
    await quiet(pages);
    const doc = await authority();
    for (const page of pages) expect(page.state.doc.toJSON()).toEqual(doc);
    expect(told(bob)).toContain("one!|");
    expect(told(bob)).not.toContain("altogether");
    const words = `${told(ada)} ${ada.channel.getSnapshot().lost}`;
    expect(words).toContain("MINE");
    expect(saving(ada)).toEqual({ kind: "saved" });
  });

  test("because a backup was put back does not write over it, and hands out what the backup lacks", async () => {
    type(bob, 4, " old");
    await quiet(pages);
    type(bob, 8, " confirmed");
    await quiet(pages);
    type(cem, 30, "x");
    await quiet(pages);
    ada.line.cut();
    type(ada, 1, "unsaved ");
    expect(store.version).toBe(3);
    store.rewind(1);
    server.restart();
    for (const page of pages) page.line.connect();
    for (let i = 0; i < 4; i++) {
      await quiet(pages);
      for (const { timers } of pages) timers.pass(5_000);
    }
    await quiet(pages);
    await everybodyHas("one old|a|b|c|unsaved |end");
    expect(ada.channel.getSnapshot().lost).toContain("one old confirmed");
    expect(bob.channel.getSnapshot().lost).toContain("one old confirmed");
  });
});

describe("a page that slept", () => {
  test("for ten minutes, without its line knowing, has everything it writes on waking stored", async () => {
    type(ada, 4, " A");
    ada.line.carryUp();
    for (let minute = 0; minute < 10; minute++) {
      type(bob, 1, "b");
      await quiet([bob, cem]);
    }
    // The server gave it up long ago; what it was told meanwhile never arrived.
    ada.line.cut();
    type(ada, 6, "B");
    ada.timers.pass(600_000);
    ada.line.connect();
    type(ada, 7, "C");
    await quiet(pages);
    await everybodyHas("bbbbbbbbbbone ABC|a|b|c|end");
  });

  test("or whose send failed, and who wrote more and opened the document again, has all of it there once", async () => {
    type(ada, 4, "A");
    store.failure = () => "after";
    ada.line.carryUp();
    await quiet([bob]);
    store.failure = () => null;
    ada.line.cut();
    type(ada, 5, "B");
    ada.line.connect();
    await quiet(pages);
    type(ada, 6, "C");
    server.restart();
    for (const { line } of pages) line.connect();
    await quiet(pages);
    await everybodyHas("oneABC|a|b|c|end");
    const again = new Page(new Line("ada", server), await authority(), randomUUID, {
      version: store.version,
    });
    again.line.connect();
    await quiet([...pages, again]);
    expect(told(again)).toBe("oneABC|a|b|c|end");
  });
});

test("a text that gets shorter under the selection, while a plugin dispatches, throws nothing", async () => {
  const dispatched: string[] = [];
  const busy = new Plugin({
    appendTransaction: (_trs, _before, state) => {
      if (state.selection.empty) return null;
      dispatched.push("appended");
      const end = state.doc.content.size - 1;
      return state.tr.setSelection(TextSelection.between(state.doc.resolve(1), state.doc.resolve(end)));
    },
  });
  const editor = {
    state: EditorState.create({ doc: START, plugins: [collab({ version: 0 }), busy] }),
    nested: false,
    dispatch(tr: Transaction) {
      this.state = this.state.apply(tr);
      if (this.nested) return;
      // As a plugin's view does when the text changed: one harmless, one that edits.
      this.nested = true;
      this.dispatch(this.state.tr.setMeta("looked", true));
      this.dispatch(this.state.tr.insertText("!", 1));
      this.nested = false;
    },
  };
  const all = TextSelection.create(START, 1, START.content.size - 1);
  editor.dispatch(editor.state.tr.setSelection(all));
  editor.nested = false;
  const cut = { stepType: "replace", from: 1, to: START.content.size - 1 };
  const commit = { commit: "c", person: "bob", via: "browser" as const, steps: [cut] };
  expect(receive(editor, 0, [commit])).toBe("applied");
  expect(dispatched).not.toEqual([]);
  editor.state.doc.check();
  expect(editor.state.selection.to).toBeLessThanOrEqual(editor.state.doc.content.size);
  expect(collabState(editor.state).version).toBe(1);
});
