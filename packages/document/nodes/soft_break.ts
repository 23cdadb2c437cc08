import type { NodeSpec } from "prosemirror-model";

/** A line end inside a paragraph of the source: shown as a space, printed as a line end again. */
export const softBreakSpec: NodeSpec = {
  inline: true,
  group: "inline",
  selectable: false,
  parseDOM: [{ tag: "span[data-soft-break]" }],
  toDOM: () => ["span", { "data-soft-break": "" }, " "],
  leafText: () => " ",
};
