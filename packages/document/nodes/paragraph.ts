import type { NodeSpec } from "prosemirror-model";
import { keptAttribute } from "../kept.ts";

export const paragraphSpec: NodeSpec = {
  content: "inline*",
  group: "block",
  attrs: { ...keptAttribute },
  parseDOM: [{ tag: "p" }],
  toDOM: () => ["p", 0],
};
