import type { Blockquote } from "mdast";
import type { Node } from "prosemirror-model";
import { indentLines, type Printing } from "../printing.ts";
import type { Reading } from "../reading.ts";
import { readCallout } from "./callout.ts";
import type { NodeSpec } from "prosemirror-model";
import { keptAttribute } from "../kept.ts";

export const blockquoteSpec: NodeSpec = {
  content: "block+",
  group: "block",
  defining: true,
  attrs: { ...keptAttribute },
  parseDOM: [{ tag: "blockquote" }],
  toDOM: () => ["blockquote", 0],
};

export function readBlockquote(tree: Blockquote, reading: Reading): Node {
  return readCallout(tree, reading) ?? reading.create("blockquote", {}, reading.blocks(tree.children));
}

export function printBlockquote(node: Node, printing: Printing): string {
  const content = printing.blocks(node);
  return content === "" ? ">" : indentLines(content, { first: "> ", rest: "> " });
}
