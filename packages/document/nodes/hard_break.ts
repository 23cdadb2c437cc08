import type { InlinePlace } from "../inline_place.ts";
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

/** Where a line end cannot stand, in cells and `#` headings, a break is written as the tag. */
export function printBreak(place: InlinePlace): { kind: "break"; value: string } {
  return { kind: "break", value: place === "cell" || place === "heading" ? "<br>" : "\\\n" };
}
