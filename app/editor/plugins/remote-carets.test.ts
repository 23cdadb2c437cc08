import { schema } from "@chopin/document/schema";
import type { PresentPerson } from "@chopin/protocol/document";
import { EditorState } from "prosemirror-state";
import type { Transaction } from "prosemirror-state";
import { expect, test } from "vitest";
import { collab } from "../collab/collab.ts";
import { editorText } from "../collab/editor-text.ts";
import { Plugin } from "prosemirror-state";
import { confirmedSelection } from "./own-selection.ts";
import { remoteCarets, remoteCaretsKey, withPeople } from "./remote-carets.ts";
import { tableGrid } from "./table-editing.ts";

const p = (text: string) => schema.node("paragraph", null, text === "" ? [] : [schema.text(text)]);

/** An editor without a screen, with what a channel would call. */
function page(...blocks: ReturnType<typeof p>[]) {
  const editor = {
    state: EditorState.create({
      doc: schema.node("doc", null, blocks),
      plugins: [
        collab({ version: 0 }),
        new Plugin({ key: remoteCaretsKey, state: remoteCarets }),
        tableGrid(),
      ],
    }),
    dispatch(tr: Transaction) {
      editor.state = editor.state.apply(tr);
    },
  };
  const text = editorText(editor);
  return {
    editor,
    text,
    type: (words: string, at: number) => editor.dispatch(editor.state.tr.insertText(words, at)),
    /** Another person's edit of the confirmed text, as the server would send it. */
    others: (person: string, edit: (tr: Transaction) => Transaction) => {
      const base = text.version();
      const steps = edit(editor.state.tr).steps.map((step) => step.toJSON());
      text.receive(base, [{ commit: `${person}${base}`, person, via: "browser", steps }]);
    },
    people: (...people: PresentPerson[]) => editor.dispatch(withPeople(editor.state.tr, people)),
    carets: () => remoteCaretsKey.getState(editor.state)?.map(({ anchor, head }) => [anchor, head]),
  };
}
const aiko = (version: number, at: number): PresentPerson => ({
  person: "aiko",
  name: "Aiko",
  colour: 2,
  carets: [{ tab: "a", version, anchor: at, head: at }],
});

test("a caret of another moves with the text that I type before it, also while that is unconfirmed", () => {
  const here = page(p("one two"));
  here.people(aiko(0, 5));
  here.type("xx", 1);
  expect(here.carets()).toEqual([[7, 7]]);
  here.people(aiko(0, 5));
  expect(here.carets()).toEqual([[7, 7]]);
});

test("a person's own typing pushes that person's caret; another's at the same place leaves it", () => {
  const here = page(p("one"));
  here.people(aiko(0, 4));
  here.others("aiko", (tr) => tr.insertText("!", 4));
  expect(here.carets()).toEqual([[5, 5]]);
  here.others("jonas", (tr) => tr.insertText("?", 5));
  expect(here.carets()).toEqual([[5, 5]]);
});

test("a caret reported ahead of this page's text stays where it was until the steps have come", () => {
  const here = page(p("one"));
  here.people(aiko(0, 2));
  here.people(aiko(1, 5));
  expect(here.carets()).toEqual([[2, 2]]);
  here.others("aiko", (tr) => tr.insertText("!", 4));
  expect(here.carets()).toEqual([[5, 5]]);
});

test("who is gone has no caret, and a caret in deleted text is at the place it left", () => {
  const here = page(p("one two"));
  here.people(aiko(0, 6));
  here.others("jonas", (tr) => tr.delete(4, 8));
  expect(here.carets()).toEqual([[4, 4]]);
  here.people();
  expect(here.carets()).toEqual([]);
});

test("my own caret is told in positions everyone has, without what only I have typed", () => {
  const here = page(p("one"));
  here.type("xyz", 4);
  const told = confirmedSelection(here.editor.state);
  expect([told.version, told.head]).toEqual([0, Math.min(4, here.editor.state.selection.head)]);
});

test("a table another left uneven is not mended by every open page", () => {
  const cell = (type: string) => schema.node(type, null, p("x"));
  const row = (type: string, width: number) =>
    schema.node(
      "table_row",
      null,
      Array.from({ length: width }, () => cell(type)),
    );
  const table = schema.node("table", null, [row("table_header", 2), row("table_cell", 2)]);
  const here = page(table);
  here.others("jonas", (tr) => tr.insert(here.editor.state.doc.content.size - 2, cell("table_cell")));
  expect(here.editor.state.doc.firstChild!.children.map((each) => each.childCount)).toEqual([2, 3]);
  expect(here.text.unconfirmed()).toBe(0);
});
