import { expect, test } from "vitest";
import { schema } from "../schema.ts";
import { expectPrint, expectRoundTrip } from "../round_trip.ts";

test("pipes and maths inside code and cells are kept", () => {
  const doc = expectRoundTrip("| a | b |\n| --- | --- |\n| `a\\|b` | $x\\|y$ |\n| c \\| d | `\\\\` |\n");
  expect(doc.firstChild!.child(1).toString()).toContain('code("a|b")');
});

test("alignment, marks, links and images in cells come back", () => {
  expectRoundTrip(
    '| l | c | r |\n| :-- | :-: | --: |\n| **a** | [b](/c "t") | ![d](/e) |\n| ~~f~~ | *g* | <https://h.i> |\n',
  );
});

test("hard breaks and tags in cells come back", () => {
  const doc = expectRoundTrip("| a |\n| --- |\n| b<br>c <kbd>d</kbd> |\n");
  expect(doc.toString()).toContain("hard_break");
});

test("a ragged table is filled up to its widest row", () => {
  const { doc, table, table_row, table_header, table_cell, paragraph } = schema.nodes;
  const cell = (text: string) => table_cell!.create(null, paragraph!.create(null, schema.text(text)));
  const ragged = table!.create(null, [
    table_row!.create(null, table_header!.create({ align: "right" }, paragraph!.create())),
    table_row!.create(null, [cell("a"), cell("b")]),
  ]);
  expectPrint(doc!.create(null, ragged), "| | |\n| --: | --- |\n| a | b |\n");
});
