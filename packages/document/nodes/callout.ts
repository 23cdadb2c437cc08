import type { NodeSpec } from "prosemirror-model";
import { oneOf } from "../attribute.ts";
import { keptAttribute } from "../kept.ts";

export const CALLOUT_KINDS = ["note", "tip", "important", "warning", "caution"] as const;

/** What GitHub calls an alert: a quote whose first line is `[!NOTE]`. */
export const calloutSpec: NodeSpec = {
  content: "block+",
  group: "block",
  defining: true,
  attrs: { kind: oneOf(CALLOUT_KINDS), ...keptAttribute },
  parseDOM: [
    {
      tag: "aside[data-callout]",
      getAttrs: (dom) => {
        const kind = CALLOUT_KINDS.find((known) => known === dom.getAttribute("data-callout"));
        return kind ? { kind } : false;
      },
    },
  ],
  toDOM: (node) => ["aside", { "data-callout": node.attrs.kind }, 0],
};
