import { Transform } from "prosemirror-transform";
import type { Node } from "prosemirror-model";
import { expect, test } from "vitest";
import { canonicalDocument } from "./canonical.ts";
import { parseMarkdown, printMarkdown } from "./markdown.ts";
import { schema } from "./schema.ts";

/** The document with block `index` given other text, or removed (null). */
function edited(doc: Node, index: number, text: string | null): Node {
  const tr = new Transform(doc);
  let at = 0;
  for (let before = 0; before < index; before++) at += doc.child(before).nodeSize;
  const block = doc.child(index);
  if (text === null) tr.delete(at, at + block.nodeSize);
  else tr.replaceWith(at + 1, at + block.nodeSize - 1, schema.text(text));
  return tr.doc;
}

function expectMeaning(doc: Node, printed: string) {
  expect(printMarkdown(doc)).toBe(printed);
  expect(canonicalDocument(parseMarkdown(printed)).eq(canonicalDocument(doc))).toBe(true);
}

const ODD =
  "\n\n---\n\nSetext *title*\n=====\nparagraph _under_ it,  \nwrapped\n\n\n\n*  star\n*  list\n\n1) one\n3) three\n\n   ~~~ js\n   code\n   ~~~\n\n[r]: </a b> 'T'\n[s]: /s\n\nSee [r], [S] and ![i][r].\n  \n<div  align=left>\n<b>x</B>\n</div>\n\n\tindented\n\n|a|b|\n|:-|-|\n|1\n\n[^n]:   Note.\n\nend[^n]\t \n\n";

test("an untouched file prints byte for byte, gaps and ends included", () => {
  expect(printMarkdown(parseMarkdown(ODD))).toBe(ODD);
  for (const source of [
    "",
    "\n",
    "a",
    "a\n\n\n",
    "\n\na\n\n",
    "  \n",
    "# a\nb\n",
    "---\nb: c\n---\n# d\n",
    "***\n---\n",
  ])
    expect(printMarkdown(parseMarkdown(source))).toBe(source);
});

test("carriage returns and a byte order mark are gone after reading", () => {
  expect(printMarkdown(parseMarkdown("\ufeff# a\r\nb\rc\0\r\n"))).toBe("# a\nb\nc\ufffd\n");
});

test("an edit of one block leaves every other byte as it was", () => {
  const doc = parseMarkdown(ODD);
  const index = doc.children.findIndex((node) => node.textContent.startsWith("paragraph"));
  expect(printMarkdown(edited(doc, index, "New text."))).toBe(
    ODD.replace("paragraph _under_ it,  \nwrapped", "New text."),
  );
});

test("a block that gets its old content back prints as it came", () => {
  const doc = parseMarkdown("a _b_ c\n\nd\n");
  const tr = new Transform(doc);
  tr.insert(1, schema.text("x"));
  expect(printMarkdown(tr.doc)).toBe("xa *b* c\n\nd\n");
  tr.step(tr.steps[0]!.invert(tr.docs[0]!));
  expect(printMarkdown(tr.doc)).toBe("a _b_ c\n\nd\n");
});

test("kept source travels in JSON and is dropped from a half after a split", () => {
  const doc = schema.nodeFromJSON(JSON.parse(JSON.stringify(parseMarkdown("a _b_ c d\n"))));
  expect(printMarkdown(doc)).toBe("a _b_ c d\n");
  expect(printMarkdown(new Transform(doc).split(4).doc)).toBe("a *b*\n\n&#x20;c d\n");
});

test("references keep their source only while their definitions say the same", () => {
  const doc = parseMarkdown("[x] and [y]\n\n[x]: /one\n");
  expectMeaning(edited(doc, 1, null), "[x](/one) and \\[y]\n");
  const tr = new Transform(doc).setNodeAttribute(doc.child(0).nodeSize, "href", "/two");
  expectMeaning(tr.doc, "[x](/one) and \\[y]\n\n[x]: /two\n");
  const added = new Transform(doc).insert(
    doc.content.size,
    schema.nodes.definition!.create({ label: "Y", href: "/y" }),
  );
  expectMeaning(added.doc, "[x](/one) and \\[y]\n\n[x]: /one\n[Y]: /y\n");
});

test("a list is not printed as it came where it would grow together with the one before", () => {
  expectMeaning(edited(parseMarkdown("- a\n\nb\n\n-  c\n"), 1, null), "- a\n\n* c\n");
  expectMeaning(edited(parseMarkdown("* a\n\nb\n\n* c\n"), 1, null), "* a\n\n- c\n");
});

test("indented blocks are not printed as they came where a list would take them in", () => {
  expectMeaning(edited(parseMarkdown("- a\n\nb\n\n    code\n"), 1, null), "- a\n\n```\ncode\n```\n");
  expectMeaning(edited(parseMarkdown("- a\n\nb\n\n  c\n"), 1, null), "- a\n\nc\n");
});

test("an unclosed fence or comment is closed as soon as something follows", () => {
  for (const [source, printed] of [
    ["```js\ncode", "```js\ncode\n```\n\nmore"],
    ["$$\nx", "$$\nx\n$$\n\nmore"],
  ] as const) {
    const doc = parseMarkdown(source);
    expect(printMarkdown(doc)).toBe(source);
    const paragraph = schema.nodes.paragraph!.create(null, schema.text("more"));
    expectMeaning(new Transform(doc).insert(doc.content.size, paragraph).doc, printed);
  }
  const doc = parseMarkdown("<!-- open\n");
  const paragraph = schema.nodes.paragraph!.create(null, schema.text("more"));
  expectMeaning(new Transform(doc).insert(doc.content.size, paragraph).doc, "<!-- open\n-->\n\nmore\n");
});

test("blocks that only touched because of what they were are set apart when they change", () => {
  expectMeaning(edited(parseMarkdown("# a\nb\n"), 1, "c"), "# a\nc\n");
  const doc = parseMarkdown("- a\n# b\nc\n");
  expectMeaning(edited(doc, 1, null), "- a\n\nc\n");
});

test("a rule at the start does not become front matter when another follows", () => {
  const doc = parseMarkdown("---\n\na\n");
  const rule = schema.nodes.horizontal_rule!.create();
  expectMeaning(new Transform(doc).insert(doc.content.size, rule).doc, "***\n\na\n\n---\n");
});

test("ordinary blocks keep nothing", () => {
  const doc = parseMarkdown("# T\n\nText *a*.\n\n- b\n- c\n\n```ts\nd\n```\n");
  expect(JSON.stringify(doc)).not.toContain("source");
  expect(doc.children.every((node) => node.attrs.kept === null)).toBe(true);
});
