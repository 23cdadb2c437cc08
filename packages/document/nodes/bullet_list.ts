import type { List } from "mdast";
import type { Node } from "prosemirror-model";
import { isTight, printItems } from "../list.ts";
import type { Printing } from "../printing.ts";
import type { Reading } from "../reading.ts";
import { readOrderedList } from "./ordered_list.ts";
import type { NodeSpec } from "prosemirror-model";
import { keptAttribute } from "../kept.ts";

/** `tight`: no blank lines between the items or their paragraphs. */
export const bulletListSpec: NodeSpec = {
  content: "list_item+",
  group: "block",
  attrs: { tight: { default: true, validate: "boolean" }, ...keptAttribute },
  parseDOM: [{ tag: "ul", getAttrs: (dom) => ({ tight: dom.getAttribute("data-loose") === null }) }],
  toDOM: (node) => ["ul", node.attrs.tight ? {} : { "data-loose": "" }, 0],
};

export function readList(tree: List, reading: Reading): Node {
  if (tree.ordered) return readOrderedList(tree, reading);
  return reading.create("bullet_list", { tight: isTight(tree, reading) }, reading.blocks(tree.children));
}

export function printBulletList(node: Node, printing: Printing): string {
  return printItems(node, printing, () => (printing.alternate ? "*" : "-"));
}
