import type { NodeSpec } from "prosemirror-model";
import { keptAttribute } from "../kept.ts";

/** TeX between `$$` lines, as text content. */
export const mathBlockSpec: NodeSpec = {
  content: "text*",
  group: "block",
  marks: "",
  code: true,
  defining: true,
  attrs: { meta: { default: null, validate: "string|null" }, ...keptAttribute },
  parseDOM: [{ tag: "div[data-math-block]", preserveWhitespace: "full" }],
  toDOM: () => ["div", { "data-math-block": "" }, 0],
};
