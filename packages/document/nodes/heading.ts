import type { Heading } from "mdast";
import type { Node } from "prosemirror-model";
import type { Printing } from "../printing.ts";
import type { Reading } from "../reading.ts";
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

export function readHeading(tree: Heading, reading: Reading): Node {
  const content = reading.inline(tree.children, tree.depth <= 2 ? "setext" : "heading");
  return reading.create("heading", { level: tree.depth }, content);
}

/** Whether the heading holds a line end, which only an underlined heading can. */
export function isUnderlined(node: Node): boolean {
  if (node.attrs.level > 2) return false;
  let broken = false;
  node.forEach((child) => {
    broken ||= child.type.name === "soft_break" || child.type.name === "hard_break";
    broken ||= child.type.name === "html_inline" && child.attrs.source.includes("\n");
  });
  return broken;
}

export function printHeading(node: Node, printing: Printing): string {
  const { level } = node.attrs;
  if (isUnderlined(node)) return `${printing.inline(node, "setext")}\n${level === 1 ? "===" : "---"}`;
  const content = printing.inline(node, "heading");
  return content === "" ? "#".repeat(level) : `${"#".repeat(level)} ${content}`;
}
