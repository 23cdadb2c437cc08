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
