import type { List } from "mdast";
import type { Node } from "prosemirror-model";
import { isTight, printItems } from "../list.ts";
import type { Printing } from "../printing.ts";
import type { Reading } from "../reading.ts";
import type { NodeSpec } from "prosemirror-model";
import { whole } from "../attribute.ts";
import { keptAttribute } from "../kept.ts";

/** CommonMark numbers have at most nine digits. */
const MAX_START = 999_999_999;

/** `tight`: no blank lines between the items or their paragraphs. */
export const orderedListSpec: NodeSpec = {
  content: "list_item+",
  group: "block",
  attrs: {
    start: whole({ least: 0, most: MAX_START, initial: 1 }),
    tight: { default: true, validate: "boolean" },
    ...keptAttribute,
  },
  parseDOM: [
    {
      tag: "ol",
      getAttrs: (dom) => ({
        start: startOf(dom.getAttribute("start")),
        tight: dom.getAttribute("data-loose") === null,
      }),
    },
  ],
  toDOM: (node) => [
    "ol",
    {
      ...(node.attrs.start === 1 ? {} : { start: String(node.attrs.start) }),
      ...(node.attrs.tight ? {} : { "data-loose": "" }),
    },
    0,
  ],
};

function startOf(text: string | null): number {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : 1;
}

export function readOrderedList(tree: List, reading: Reading): Node {
  const attrs = { start: tree.start ?? 1, tight: isTight(tree, reading) };
  return reading.create("ordered_list", attrs, reading.blocks(tree.children));
}

export function printOrderedList(node: Node, printing: Printing): string {
  const end = printing.alternate ? ")" : ".";
  return printItems(node, printing, (index) => `${Math.min(node.attrs.start + index, MAX_START)}${end}`);
}
