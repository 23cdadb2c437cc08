import { schema } from "@chopin/document/schema";
import type { Node } from "prosemirror-model";
import type { EditorState } from "prosemirror-state";
import { expect, test } from "vitest";
import { run, stateOf } from "../testing.ts";
import * as blocks from "./blocks.ts";
import * as code from "./code.ts";
import * as lists from "./lists.ts";
import * as marks from "./marks.ts";
import { enterShorthand } from "./shorthand.ts";

const p = (text: string) => schema.node("paragraph", null, text === "" ? [] : [schema.text(text)]);
const li = (content: Node[], checked: boolean | null = null) =>
  schema.node("list_item", { checked }, content);
const ul = (...items: Node[]) => schema.node("bullet_list", null, items);
const pre = (text: string) => schema.node("code_block", null, [schema.text(text)]);
const shown = (state: EditorState | null) => state?.doc.toString();

test("a heading key sets its level, and the same key again gives the paragraph back", () => {
  const state = stateOf({ blocks: [p("Where¦ we are")] });
  const on = run(state, blocks.toggleHeading({ level: 2 }));
  expect(on?.doc.firstChild?.attrs.level).toBe(2);
  expect(shown(run(on!, blocks.toggleHeading({ level: 2 })))).toBe('doc(paragraph("Where we are"))');
});

test("Tab sinks an item below the one before, Shift-Tab lifts it, and the first item stays without losing focus", () => {
  const state = stateOf({ blocks: [ul(li([p("one")]), li([p("two¦")]))] });
  const sunk = run(state, lists.sinkInList);
  expect(shown(sunk)).toBe(
    'doc(bullet_list(list_item(paragraph("one"), bullet_list(list_item(paragraph("two"))))))',
  );
  expect(shown(run(sunk!, lists.liftInList))).toBe(shown(state));
  const first = stateOf({ blocks: [ul(li([p("¦one")]))] });
  expect(shown(run(first, lists.sinkInList))).toBe(shown(first));
  expect(run(stateOf({ blocks: [p("¦")] }), lists.sinkInList)).toBeNull();
});

test("Enter in a ticked task gives an unticked one, and on an empty item leaves the list", () => {
  const state = stateOf({ blocks: [ul(li([p("done¦")], true))] });
  const next = run(state, lists.enterInList)!;
  const list = next.doc.firstChild!;
  expect([list.child(0).attrs.checked, list.child(1).attrs.checked]).toEqual([true, false]);
  expect(shown(run(next, lists.enterInList))).toBe(
    'doc(bullet_list(list_item(paragraph("done"))), paragraph)',
  );
});

test("Backspace at the start of a task makes it an item, then takes the item out of its list", () => {
  const state = stateOf({ blocks: [ul(li([p("¦a")], false))] });
  const item = run(state, lists.backspaceInList)!;
  expect(item.doc.firstChild!.firstChild!.attrs.checked).toBeNull();
  expect(shown(run(item, lists.backspaceInList))).toBe('doc(paragraph("a"))');
});

test("a list key wraps, changes the kind of a list in place, and takes the list away again", () => {
  const state = stateOf({ blocks: [p("¦one"), p("two¦")] });
  const tasks = run(state, lists.toggleList({ kind: "task" }))!;
  expect(tasks.doc.firstChild!.children.map((each) => each.attrs.checked)).toEqual([false, false]);
  const numbered = run(tasks, lists.toggleList({ kind: "ordered" }))!;
  expect(numbered.doc.firstChild!.type.name).toBe("ordered_list");
  expect(numbered.doc.firstChild!.children.map((each) => each.attrs.checked)).toEqual([null, null]);
  expect(shown(run(numbered, lists.toggleList({ kind: "ordered" })))).toBe(shown(state));
});

test("Mod-Enter ticks the task the caret is in and no other", () => {
  const state = stateOf({ blocks: [ul(li([p("a¦")], false), li([p("b")], false))] });
  const ticked = run(state, lists.toggleTask)!;
  expect(ticked.doc.firstChild!.children.map((each) => each.attrs.checked)).toEqual([true, false]);
});

test("Enter on the empty last line of a quote goes on below it; Backspace at its start steps out", () => {
  const quote = (...content: Node[]) => schema.node("blockquote", null, content);
  expect(shown(run(stateOf({ blocks: [quote(p("a"), p("¦"))] }), blocks.leaveEmptyLine))).toBe(
    'doc(blockquote(paragraph("a")), paragraph)',
  );
  expect(shown(run(stateOf({ blocks: [quote(p("¦a"), p("b"))] }), blocks.leaveAtStart))).toBe(
    'doc(paragraph("a"), blockquote(paragraph("b")))',
  );
});

test("Tab in code inserts two spaces, indents every selected line, and Shift-Tab takes a step back", () => {
  expect(run(stateOf({ blocks: [pre("a¦b")] }), code.indentCode)?.doc.textContent).toBe("a  b");
  const lines = run(stateOf({ blocks: [pre("a\n¦b\nc¦\nd")] }), code.indentCode)!;
  expect(lines.doc.textContent).toBe("a\n  b\n  c\nd");
  expect(run(lines, code.outdentCode)?.doc.textContent).toBe("a\nb\nc\nd");
  expect(run(stateOf({ blocks: [p("a¦")] }), code.indentCode)).toBeNull();
});

test("Enter in code keeps the indentation, Mod-Enter leaves the code, also front matter", () => {
  expect(run(stateOf({ blocks: [pre("  a¦")] }), code.newlineInCode)?.doc.textContent).toBe("  a\n  ");
  expect(shown(run(stateOf({ blocks: [pre("a¦")] }), code.leaveCode))).toBe(
    'doc(code_block("a"), paragraph)',
  );
  const front = schema.node("front_matter", null, [schema.text("a: 1¦")]);
  expect(shown(run(stateOf({ blocks: [front, p("x")] }), code.leaveCode))).toBe(
    'doc(front_matter("a: 1"), paragraph, paragraph("x"))',
  );
});

test("Enter after a fence, dollars or a table's header line opens that block", () => {
  const fence = run(stateOf({ blocks: [p("```ts¦")] }), enterShorthand)!;
  expect(fence.doc.firstChild!.attrs.language).toBe("ts");
  expect(shown(run(stateOf({ blocks: [p("$$¦")] }), enterShorthand))).toBe("doc(math_block)");
  const table = run(stateOf({ blocks: [p("| Stage | Hold |¦")] }), enterShorthand)!;
  expect(shown(table)).toBe(
    'doc(table(table_row(table_header(paragraph("Stage")), table_header(paragraph("Hold"))), table_row(table_cell(paragraph), table_cell(paragraph))))',
  );
  expect(table.selection.$from.node(-1).type.name).toBe("table_cell");
  expect(run(stateOf({ blocks: [p("a | b¦")] }), enterShorthand)).toBeNull();
});

test("a link is set on the selection, changed as a whole from within, and removed with its text kept", () => {
  const linked = run(
    stateOf({ blocks: [p("see ¦the plan¦ now")] }),
    marks.setLink({ href: "docs/plan.md" }),
  )!;
  expect(shown(linked)).toContain('link("the plan")');
  expect(marks.linkAt(linked)).toEqual({ from: 5, to: 13, href: "docs/plan.md" });
  const changed = run(linked, marks.setLink({ href: "https://example.org" }))!;
  expect(marks.linkAt(changed)?.href).toBe("https://example.org");
  expect(shown(run(changed, marks.removeLink))).toBe('doc(paragraph("see the plan now"))');
  expect(run(linked, marks.setLink({ href: "javascript:alert(1)" }))).toBeNull();
});
