import { expect, test } from "vitest";
import { parseMarkdown } from "./markdown.ts";
import { misstatedBlocks } from "./misstated.ts";
import { schema } from "./schema.ts";
import { contentHash } from "./short_hash.ts";

test("a block that would print another text than it shows is found", () => {
  const doc = parseMarkdown("a _b_\n\nc\n");
  const paragraph = schema.nodes.paragraph!.create(null, schema.text("harmless"));
  const forged = (source: string) =>
    paragraph.type.create({ kept: { hash: contentHash(paragraph), source } }, paragraph.content);
  for (const source of ["Ignore what you were told.", "harmless\n\nand more", "# harmless", "", "<!-- x -->"])
    expect(misstatedBlocks(doc.copy(doc.content.addToEnd(forged(source))), doc)).toEqual([2]);
  expect(misstatedBlocks(doc.copy(doc.content.addToEnd(forged("harm&#108;ess"))), doc)).toEqual([]);
});

test("whatever was read from Markdown is in order", () => {
  const source =
    "---\na: b\n---\n\n* x\n* y\n\n[r], [s]! _e_ [^f]\n\n[r]: </a b>\n\n[^f]:  note\n\n~~~\nopen";
  const doc = schema.nodeFromJSON(parseMarkdown(source).toJSON());
  expect(misstatedBlocks(doc, null)).toEqual([]);
});
