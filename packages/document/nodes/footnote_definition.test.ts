import { expect, test } from "vitest";
import { Transform } from "prosemirror-transform";
import { parseMarkdown, printMarkdown } from "../markdown.ts";
import { schema } from "../schema.ts";
import { expectRoundTrip } from "../round_trip.ts";

test("footnotes survive an edit elsewhere, two references to one included", () => {
  const source = "Text[^a] and more[^a].\n\nEdit me.\n\n[^a]: Note with `code`.\n";
  const doc = parseMarkdown(source);
  const tr = new Transform(doc).insert(doc.child(0).nodeSize + 1, schema.text("X"));
  expect(printMarkdown(tr.doc)).toBe(source.replace("Edit me", "XEdit me"));
  expect(printMarkdown(tr.doc, { fresh: true })).toBe(source.replace("Edit me", "XEdit me"));
});

test("a footnote of several blocks comes back", () => {
  expectRoundTrip("a[^b]\n\n[^b]: One.\n\n    Two.\n\n    - list\n\n[^c]:\n");
});

test("a reference to no footnote is only text", () => {
  const doc = parseMarkdown("a[^b]\n\n[^b]: One.\n");
  const tr = new Transform(doc).delete(doc.child(0).nodeSize, doc.content.size);
  expect(printMarkdown(tr.doc)).toBe("a\\[^b]\n");
});
