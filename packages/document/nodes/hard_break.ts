import type { NodeSpec } from "prosemirror-model";

export const hardBreakSpec: NodeSpec = {
  inline: true,
  group: "inline",
  selectable: false,
  linebreakReplacement: true,
  parseDOM: [{ tag: "br" }],
  toDOM: () => ["br"],
  leafText: () => "\n",
};
