import { schema } from "@chopin/document/schema";
import type { Command, EditorState } from "prosemirror-state";
import { expect, test } from "vitest";
import { run, stateOf } from "../testing.ts";
import * as tables from "./tables.ts";

const cell = (type: string, text: string, align: string | null = null) =>
  schema.node(type, { align }, schema.node("paragraph", null, text === "" ? [] : [schema.text(text)]));
const table = (rows: string[][]) =>
  schema.node(
    "table",
    null,
    rows.map((row, i) =>
      schema.node(
        "table_row",
        null,
        row.map((text, column) =>
          cell(i === 0 ? "table_header" : "table_cell", text, column === 1 ? "right" : null),
        ),
      ),
    ),
  );
const state = (rows: string[][]) => stateOf({ blocks: [table(rows)] });
const words = (of: EditorState | null) =>
  of?.doc.firstChild?.children.map((row) => row.children.map((each) => each.textContent));
const types = (of: EditorState) => [
  ...new Set(
    of.doc.firstChild!.children.flatMap((row, i) =>
      row.children.map((each) => `${i === 0} ${each.type.name}`),
    ),
  ),
];
const two = [
  ["A", "B"],
  ["1¦", "2"],
];

test("rows and columns are added around the caret; the first row alone stays the header, aligned columns stay aligned", () => {
  const below = run(state(two), tables.rowBelow)!;
  expect(words(below)).toEqual([
    ["A", "B"],
    ["1", "2"],
    ["", ""],
  ]);
  expect(below.doc.firstChild!.child(2).child(1).attrs.align).toBe("right");
  expect(words(run(state(two), tables.rowAbove))).toEqual([
    ["A", "B"],
    ["", ""],
    ["1", "2"],
  ]);
  const wide = run(state(two), tables.columnAfter)!;
  expect(words(wide)).toEqual([
    ["A", "", "B"],
    ["1", "", "2"],
  ]);
  expect(types(wide)).toEqual(["true table_header", "false table_cell"]);
  expect(words(run(state(two), tables.columnBefore))).toEqual([
    ["", "A", "B"],
    ["", "1", "2"],
  ]);
});

test("a table of the header alone grows by header cells and by plain rows", () => {
  const alone = state([["A¦", "B"]]);
  expect(types(run(alone, tables.columnAfter)!)).toEqual(["true table_header"]);
  expect(types(run(alone, tables.rowBelow)!)).toEqual(["true table_header", "false table_cell"]);
});

test("the header row is kept: nothing goes above it and it is not deleted", () => {
  const head = state([
    ["A¦", "B"],
    ["1", "2"],
  ]);
  expect(run(head, tables.rowAbove)).toBeNull();
  expect(run(head, tables.rowDelete)).toBeNull();
  expect(words(run(state(two), tables.rowDelete))).toEqual([["A", "B"]]);
});

test("a column is deleted, and the last one takes the table with it", () => {
  expect(words(run(state(two), tables.columnDelete))).toEqual([["B"], ["2"]]);
  expect(run(state([["A¦"], ["1"]]), tables.columnDelete)?.doc.toString()).toBe("doc(paragraph)");
});

test("Tab walks the cells and from the last one adds a row with the caret in its first cell", () => {
  const last = state([
    ["A", "B"],
    ["1", "2¦"],
  ]);
  const next = run(last, tables.nextCell)!;
  expect(words(next)).toEqual([
    ["A", "B"],
    ["1", "2"],
    ["", ""],
  ]);
  expect(next.selection.$from.index(1)).toBe(2);
  expect(next.selection.$from.index(2)).toBe(0);
  const second = run(state(two), tables.nextCell)!;
  expect(second.selection.$from.node(-1).textContent).toBe("2");
});

test("Enter goes to the cell below, adds a row at the end, and on an empty last row leaves the table", () => {
  const head = run(
    state([
      ["A", "B¦"],
      ["1", "2"],
    ]),
    tables.enterInTable,
  )!;
  expect(head.selection.$from.node(-1).textContent).toBe("2");
  const grown = run(state(two), tables.enterInTable)!;
  expect(words(grown)).toEqual([
    ["A", "B"],
    ["1", "2"],
    ["", ""],
  ]);
  const left = run(grown, tables.enterInTable)!;
  expect(words(left)).toEqual([
    ["A", "B"],
    ["1", "2"],
  ]);
  expect(left.selection.$from.parent.type.name).toBe("paragraph");
  expect(left.selection.$from.depth).toBe(1);
});

test("every command on a table that two people left uneven makes it even first", () => {
  const uneven = [["A"], ["1¦", "2", "3"], ["x", "y"]];
  for (const [name, command] of Object.entries(tables)) {
    if (!/^(?:row|column|next|previous|enter)/.test(name) || name === "columnDelete") continue;
    for (const rows of [uneven, [["A", "B"], ["1¦"]], [["A¦", "B"], ["1"], ["1", "2", "3"]]]) {
      const next = run(state(rows), command as Command);
      if (!next) continue;
      next.doc.check();
      const widths = new Set(next.doc.firstChild!.children.map((row) => row.childCount));
      expect([name, widths.size]).toEqual([name, 1]);
      expect(types(next).every((type) => /^true table_header$|^false table_cell$/.test(type))).toBe(true);
    }
  }
  const less = run(state(uneven), tables.columnDelete)!;
  less.doc.check();
  expect(words(less)).toEqual([
    ["", ""],
    ["2", "3"],
    ["y", ""],
  ]);
});
