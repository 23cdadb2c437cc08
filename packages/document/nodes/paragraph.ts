import type { Paragraph } from "mdast";
import type { Node } from "prosemirror-model";
import type { Printing } from "../printing.ts";
import type { Reading } from "../reading.ts";
import type { NodeSpec } from "prosemirror-model";
import { keptAttribute } from "../kept.ts";

export const paragraphSpec: NodeSpec = {
  content: "inline*",
  group: "block",
  attrs: { ...keptAttribute },
  parseDOM: [{ tag: "p" }],
  toDOM: () => ["p", 0],
};

export function readParagraph(tree: Paragraph, reading: Reading): Node {
  return reading.create("paragraph", {}, reading.inline(tree.children, "paragraph"));
}

export function printParagraph(node: Node, printing: Printing): string {
  return printing.inline(node, "paragraph");
}
