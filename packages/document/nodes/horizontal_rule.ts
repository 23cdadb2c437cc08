import type { Node } from "prosemirror-model";
import type { Printing } from "../printing.ts";
import type { Reading } from "../reading.ts";
import type { NodeSpec } from "prosemirror-model";
import { keptAttribute } from "../kept.ts";

export const horizontalRuleSpec: NodeSpec = {
  group: "block",
  attrs: { ...keptAttribute },
  parseDOM: [{ tag: "hr" }],
  toDOM: () => ["hr"],
};

export function readRule(_: unknown, reading: Reading): Node {
  return reading.create("horizontal_rule");
}

/** `---` at the very start could open front matter, and in a list item the line would be part of the rule. */
export function printRule(_: Node, printing: Printing): string {
  if (printing.depth > 0) return "___";
  return printing.index === 0 ? "***" : "---";
}
