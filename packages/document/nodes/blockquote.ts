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
