import type { NodeSpec } from "prosemirror-model";
import { keptAttribute } from "../kept.ts";
import { labelAttribute } from "./footnote_reference.ts";

/** `[^label]: …`. References to it are matched as Markdown does, ignoring case. */
export const footnoteDefinitionSpec: NodeSpec = {
  content: "block+",
  group: "block",
  defining: true,
  attrs: { ...labelAttribute, ...keptAttribute },
  parseDOM: [
    {
      tag: "section[data-footnote]",
      getAttrs: (dom) => ({ label: dom.getAttribute("data-footnote") }),
    },
  ],
  toDOM: (node) => ["section", { "data-footnote": node.attrs.label }, 0],
};
