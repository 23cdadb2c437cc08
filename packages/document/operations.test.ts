import type { Node } from "prosemirror-model";
import { expect, test } from "vitest";
import { blocksOf, digestOf } from "./blocks.ts";
import { parseMarkdown, printMarkdown } from "./markdown.ts";
import { applyOperations, type BlockOperation } from "./operations.ts";

const SOURCE = "# Plan\n\nFirst *thing* to do.\n\n- a\n- b\n\nLast.\n";

function name(doc: Node, index: number) {
  const { digest } = blocksOf(doc)[index]!;
  return { index, digest };
}

function applied(doc: Node, operations: BlockOperation[], read?: ReturnType<typeof blocksOf>) {
  const result = applyOperations(doc, operations, read ? { read } : {});
  if (!result.ok) throw new Error(JSON.stringify(result));
  return result;
}

test("a batch names blocks as they were read, whatever it does before", () => {
  const doc = parseMarkdown(SOURCE);
  const { transform, changed } = applied(doc, [
    { type: "insert", after: null, source: "Top" },
    { type: "delete", block: name(doc, 0) },
    { type: "replace", block: name(doc, 1), source: "Second.\n\nThird." },
    { type: "move", block: name(doc, 3), after: name(doc, 1) },
    { type: "insert", after: name(doc, 3), source: "End" },
  ]);
  expect(printMarkdown(transform.doc)).toBe("Top\n\nSecond.\n\nThird.\n\nLast.\n\n- a\n- b\n\nEnd\n");
  expect(changed).toEqual([0, 1, 2, 3, 5]);
});

test("blocks that no operation names keep their identity, and a cursor in them its place", () => {
  const doc = parseMarkdown(SOURCE);
  const { transform } = applied(doc, [
    { type: "replace", block: name(doc, 1), source: "First *thing* to finish." },
  ]);
  expect(transform.doc.child(2)).toBe(doc.child(2));
  expect(transform.doc.child(0)).toBe(doc.child(0));
  const inThing = doc.child(0).nodeSize + 9;
  expect(doc.textBetween(inThing, inThing + 3)).toBe("ing");
  expect(transform.mapping.mapResult(inThing).deleted).toBe(false);
  expect(transform.doc.textBetween(transform.mapping.map(inThing), transform.mapping.map(inThing) + 3)).toBe(
    "ing",
  );
});

test("a paragraph that becomes a heading keeps the cursor in its text", () => {
  const doc = parseMarkdown("Same words\n");
  const { transform } = applied(doc, [{ type: "replace", block: name(doc, 0), source: "## Same words" }]);
  expect(transform.doc.firstChild!.type.name).toBe("heading");
  expect(transform.mapping.mapResult(5).deleted).toBe(false);
});

test("what an author wrote is the source of the block, and its digest is of that", () => {
  const doc = parseMarkdown(SOURCE);
  const source = "*   star\n*   list";
  const { transform } = applied(doc, [{ type: "replace", block: name(doc, 1), source: `${source}\n` }]);
  expect(blocksOf(transform.doc)[1]).toEqual({ index: 1, digest: digestOf(source), source });
});

test("edits elsewhere never refuse an operation", () => {
  const read = parseMarkdown(SOURCE);
  const now = parseMarkdown(`New before.\n\n${SOURCE.replace("Last.", "Last, edited.")}`);
  const result = applied(now, [{ type: "replace", block: name(read, 1), source: "Done." }]);
  expect(printMarkdown(result.transform.doc)).toContain("# Plan\n\nDone.\n\n- a");
  expect(result.changed).toEqual([2]);
});

test("an operation whose block changed is refused with the blocks that changed, and nothing is done", () => {
  const read = blocksOf(parseMarkdown(SOURCE));
  const now = parseMarkdown(SOURCE.replace("First", "1st"));
  const batch: BlockOperation[] = [
    { type: "delete", block: { index: 0, digest: read[0]!.digest } },
    { type: "replace", block: { index: 1, digest: read[1]!.digest }, source: "x" },
  ];
  const stale = { ok: false, reason: "stale", operations: [1], changed: [blocksOf(now)[1]] };
  expect(applyOperations(now, batch)).toEqual(stale);
  expect(applyOperations(now, batch, { read })).toEqual(stale);
});

test("of equal blocks that moved, the one that was read is found by its order", () => {
  const doc = parseMarkdown("same\n\nsame\n\nother\n");
  const now = parseMarkdown("new\n\nsame\n\nsame\n\nother\n");
  const read = blocksOf(doc);
  const { transform } = applied(now, [{ type: "replace", block: name(doc, 1), source: "second" }], read);
  expect(printMarkdown(transform.doc)).toBe("new\n\nsame\n\nsecond\n\nother\n");
});

test("references in new blocks resolve against the document", () => {
  const doc = parseMarkdown("Text[^n] [a].\n\n[a]: /address 'T'\n\n[^n]: Note.\n");
  const { transform } = applied(doc, [
    { type: "insert", after: name(doc, 0), source: "See [it][a] and[^n]." },
  ]);
  const inserted = transform.doc.child(1);
  expect(inserted.toString()).toContain('link("it")');
  expect(inserted.lastChild!.type.name).toBe("text");
  expect(printMarkdown(transform.doc)).toBe(
    "Text[^n] [a].\n\nSee [it][a] and[^n].\n\n[a]: /address 'T'\n\n[^n]: Note.\n",
  );
});

test("a batch that cannot be carried out is refused as a whole", () => {
  const doc = parseMarkdown(`---\ntitle: x\n---\n\n${SOURCE}`);
  const refused = (operations: BlockOperation[]) => applyOperations(doc, operations);
  expect(refused([])).toEqual({ ok: false, reason: "empty" });
  for (const operations of [
    [{ type: "replace", block: name(doc, 2), source: " \n" }],
    [{ type: "insert", after: null, source: "x".repeat(100_001) }],
    [{ type: "insert", after: null, source: `${"> ".repeat(21)}x` }],
    [{ type: "move", block: name(doc, 0), after: name(doc, 2) }],
    [{ type: "move", block: name(doc, 2), after: name(doc, 2) }],
    [
      { type: "delete", block: name(doc, 2) },
      { type: "replace", block: name(doc, 2), source: "y" },
    ],
    Array.from({ length: 51 }, () => ({ type: "insert", after: null, source: "x" })),
  ] as BlockOperation[][])
    expect(refused(operations)).toMatchObject({ ok: false, reason: "invalid" });
});

test("the beginning is behind front matter, and a rule at the start of a block is no front matter", () => {
  const doc = parseMarkdown("---\ntitle: x\n---\n\nText\n");
  const { transform } = applied(doc, [{ type: "insert", after: null, source: "---\nA\n---" }]);
  expect(transform.doc.children.map((node) => node.type.name)).toEqual([
    "front_matter",
    "horizontal_rule",
    "heading",
    "paragraph",
  ]);
});

test("deleting every block leaves an empty document", () => {
  const doc = parseMarkdown("a\n\nb\n");
  const { transform } = applied(doc, [
    { type: "delete", block: name(doc, 0) },
    { type: "delete", block: name(doc, 1) },
  ]);
  expect(transform.doc.childCount).toBe(1);
  expect(printMarkdown(transform.doc)).toBe("");
});
