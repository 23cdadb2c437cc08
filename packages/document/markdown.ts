import type { Node } from "prosemirror-model";
import { canonicalDocument, footnotesOf } from "./canonical.ts";
import { sameLabel } from "./nodes/footnote_reference.ts";
import { parseTree } from "./parser.ts";
import { alternates, printBlock } from "./print.ts";
import { readBlocks } from "./read.ts";
import { schema } from "./schema.ts";

export function parseMarkdown(source: string): Node {
  const text = plainText(source);
  const blocks = readBlocks(parseTree(text), text);
  const doc = schema.nodes.doc!.create(null, blocks.length ? blocks : [schema.nodes.paragraph!.create()]);
  return canonicalDocument(doc);
}

export function plainText(source: string): string {
  return source
    .replace(/^\ufeff/, "")
    .replace(/\r\n?/g, "\n")
    .replace(/\0/g, "\ufffd")
    .toWellFormed();
}

export function printMarkdown(doc: Node, _options: { fresh?: boolean } = {}): string {
  const labels = footnotesOf(doc);
  const defined = (label: string) => labels.has(sameLabel(label));
  const canonical = canonicalDocument(doc);
  let out = "";
  let before: Node | null = null;
  let alternate = false;
  canonical.forEach((node, _, index) => {
    alternate = alternates(before, node) && !alternate;
    const block = printBlock(node, { defined, alternate, index });
    if (before) out += before.type.name === "definition" && node.type.name === "definition" ? "\n" : "\n\n";
    out += block;
    before = node;
  });
  return out === "" ? "" : `${out}\n`;
}
