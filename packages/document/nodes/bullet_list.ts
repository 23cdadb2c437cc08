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
