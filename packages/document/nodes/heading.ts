import type { NodeSpec } from "prosemirror-model";
import { whole } from "../attribute.ts";
import { keptAttribute } from "../kept.ts";

export const headingSpec: NodeSpec = {
  content: "inline*",
  group: "block",
  defining: true,
  attrs: { level: whole({ least: 1, most: 6, initial: 1 }), ...keptAttribute },
  parseDOM: [1, 2, 3, 4, 5, 6].map((level) => ({ tag: `h${level}`, attrs: { level } })),
  toDOM: (node) => [`h${node.attrs.level}`, 0],
};
