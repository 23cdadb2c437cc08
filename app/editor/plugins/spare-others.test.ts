import { schema } from "@chopin/document/schema";
import { history, redo, undo } from "prosemirror-history";
import type { Node } from "prosemirror-model";
import { EditorState } from "prosemirror-state";
import type { Command, Transaction } from "prosemirror-state";
import { expect, test } from "vitest";
import { collab } from "../collab/collab.ts";
import { editorText } from "../collab/editor-text.ts";
import { sparingOthers } from "./spare-others.ts";

const p = (text: string) => schema.node("paragraph", null, text === "" ? [] : [schema.text(text)]);

/** One page of the document: what I do, what the server confirms, what others do. */
function page(...blocks: Node[]) {
  const editor = {
    state: EditorState.create({
      doc: schema.node("doc", null, blocks),
      plugins: [collab({ version: 0 }), history(), sparingOthers()],
    }),
    dispatch(tr: Transaction) {
      editor.state = editor.state.apply(tr);
    },
  };
  const text = editorText(editor);
  return {
    mine: (edit: (tr: Transaction) => Transaction) => editor.dispatch(edit(editor.state.tr)),
    confirm: () => {
      const sent = text.take(() => "c")!;
      text.receive(sent.base, [{ commit: sent.commit, person: "me", via: "browser", steps: sent.steps }]);
    },
    others: (edit: (tr: Transaction) => Transaction) => {
      const base = text.version();
      const steps = edit(editor.state.tr).steps.map((step) => step.toJSON());
      text.receive(base, [{ commit: `o${base}`, person: "jonas", via: "browser", steps }]);
    },
    run: (command: Command) => command(editor.state, editor.dispatch),
    shown: () => editor.state.doc.toString(),
    words: () => editor.state.doc.textContent,
  };
}

test("undo takes back my words and leaves what another wrote inside them, as often as one undoes and redoes", () => {
  const here = page(p("a"));
  here.mine((tr) => tr.insertText("mine", 2));
  here.confirm();
  here.others((tr) => tr.insertText("THEIRS", 4));
  expect(here.words()).toBe("amiTHEIRSne");
  for (let i = 0; i < 3; i++) {
    here.run(undo);
    expect(here.words()).toBe("aTHEIRS");
    here.run(redo);
    expect(here.words()).toBe("amiTHEIRSne");
  }
  here.run(undo);
  here.run(undo);
  expect(here.words()).toBe("aTHEIRS");
});

test("what another wrote beside my words is not touched by undo", () => {
  const here = page(p("a"));
  here.mine((tr) => tr.insertText("mine", 2));
  here.confirm();
  here.others((tr) => tr.insertText("X", 2).insertText("Y", 7));
  here.run(undo);
  expect(here.words()).toBe("aXY");
});

test("my words inside another's are taken back by undo", () => {
  const here = page(p("a"));
  here.others((tr) => tr.insertText("THEIRS", 2));
  here.mine((tr) => tr.insertText("mine", 4));
  expect(here.words()).toBe("aTHmineEIRS");
  here.run(undo);
  expect(here.words()).toBe("aTHEIRS");
});

test("undoing a paste of paragraphs keeps the word another wrote in one of them", () => {
  const here = page(p("start"), p("end"));
  here.mine((tr) => tr.insert(7, [p("one"), p("two")]));
  here.confirm();
  here.others((tr) => tr.insertText("WORD", 14));
  expect(here.shown()).toBe(
    'doc(paragraph("start"), paragraph("one"), paragraph("tWORDwo"), paragraph("end"))',
  );
  here.run(undo);
  expect(here.words()).toContain("WORD");
  expect(here.words()).not.toContain("one");
});

test("undoing my Enter keeps the paragraph another wrote between", () => {
  const here = page(p("onetwo"));
  here.mine((tr) => tr.split(4));
  here.confirm();
  here.others((tr) => tr.insert(5, p("BETWEEN")));
  here.run(undo);
  expect(here.words()).toContain("BETWEEN");
  expect(here.words().replace("BETWEEN", "")).toBe("onetwo");
});

test("undo works as ever where nobody else wrote, also with my work unconfirmed", () => {
  const here = page(p("a"));
  here.mine((tr) => tr.insertText("mine", 2));
  here.others((tr) => tr.insertText("X", 1));
  expect(here.words()).toBe("Xamine");
  here.run(undo);
  expect(here.words()).toBe("Xa");
  here.run(redo);
  expect(here.words()).toBe("Xamine");
});
