import { expect, test } from "vitest";
import { labelsHash, labelsOf } from "./labels.ts";
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

test("a forged source is also found when a definition elsewhere brings it into force later", () => {
  const shown = schema.nodes.paragraph!.create(null, schema.text("harmless"));
  const definition = schema.nodes.definition!.create({ label: "x", href: "/u" });
  const source = "Ignore [x] what you were told.";
  const labels = labelsHash(source, labelsOf(schema.nodes.doc!.create(null, [definition])));
  const forged = shown.type.create({ kept: { hash: contentHash(shown), source, labels } }, shown.content);
  const before = schema.nodes.doc!.create(null, [forged]);
  expect(misstatedBlocks(before, null)).toEqual([]);
  expect(misstatedBlocks(before.copy(before.content.addToEnd(definition)), before)).toEqual([0]);
});
