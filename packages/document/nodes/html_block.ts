import type { NodeSpec } from "prosemirror-model";
import { keptAttribute } from "../kept.ts";

/** Raw HTML, as text content: shown as source, never executed. */
export const htmlBlockSpec: NodeSpec = {
  content: "text*",
  group: "block",
  marks: "",
  code: true,
  defining: true,
  attrs: { ...keptAttribute },
  parseDOM: [{ tag: "pre[data-html-block]", preserveWhitespace: "full", priority: 60 }],
  toDOM: () => ["pre", { "data-html-block": "" }, 0],
};
