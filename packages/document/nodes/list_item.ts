import type { ListItem } from "mdast";
import type { Node } from "prosemirror-model";
import type { Reading } from "../reading.ts";
import type { NodeSpec } from "prosemirror-model";
import { oneOf } from "../attribute.ts";

/** `checked`: null for an ordinary item, true or false for a task. */
export const listItemSpec: NodeSpec = {
  content: "block+",
  defining: true,
  attrs: { checked: oneOf([null, true, false]) },
  parseDOM: [{ tag: "li", getAttrs: (dom) => ({ checked: checkedOf(dom) }) }],
  toDOM: (node) => [
    "li",
    node.attrs.checked === null ? {} : { "data-checked": String(node.attrs.checked) },
    0,
  ],
};

function checkedOf(dom: HTMLElement): boolean | null {
  const named = dom.getAttribute("data-checked");
  if (named !== null) return named === "true";
  const box = dom.querySelector(":scope > input[type=checkbox], :scope > p > input[type=checkbox]");
  return box ? box.hasAttribute("checked") : null;
}

const EMPTY_TASK = /^\[([ xX])\](?=\n|$)/;

export function readListItem(tree: ListItem, reading: Reading): Node {
  const [first, ...rest] = tree.children;
  // GitHub reads `- [ ]` with nothing after it as a task too.
  const empty =
    tree.checked == null && first?.type === "paragraph" ? EMPTY_TASK.exec(reading.slice(first)) : null;
  if (empty && first && reading.slice(first).length === empty[0].length)
    return reading.create("list_item", { checked: empty[1] !== " " }, [
      reading.create("paragraph"),
      ...(rest.length > 0 ? reading.blocks(rest) : []),
    ]);
  return reading.create("list_item", { checked: tree.checked ?? null }, reading.blocks(tree.children));
}
