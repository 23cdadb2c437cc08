import type { NodeSpec } from "prosemirror-model";
import { keptAttribute } from "../kept.ts";

export const horizontalRuleSpec: NodeSpec = {
  group: "block",
  attrs: { ...keptAttribute },
  parseDOM: [{ tag: "hr" }],
  toDOM: () => ["hr"],
};
