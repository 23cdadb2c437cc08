import type { Node } from "prosemirror-model";
import { printInline } from "./inline_print.ts";
import { printBlockquote } from "./nodes/blockquote.ts";
import { printBulletList } from "./nodes/bullet_list.ts";
import { printCallout } from "./nodes/callout.ts";
import { printCodeBlock } from "./nodes/code_block.ts";
import { printDefinition } from "./nodes/definition.ts";
import { printFootnoteDefinition } from "./nodes/footnote_definition.ts";
import { printFrontMatter } from "./nodes/front_matter.ts";
import { printHeading } from "./nodes/heading.ts";
import { printHtmlBlock } from "./nodes/html_block.ts";
import { printMathBlock } from "./nodes/math_block.ts";
import { printOrderedList } from "./nodes/ordered_list.ts";
import { printParagraph } from "./nodes/paragraph.ts";
import { printRule } from "./nodes/horizontal_rule.ts";
import { printTable } from "./nodes/table.ts";
import type { Printing } from "./printing.ts";

const PRINTERS: Record<string, (node: Node, printing: Printing) => string> = {
  paragraph: printParagraph,
  heading: printHeading,
  blockquote: printBlockquote,
  callout: printCallout,
  bullet_list: printBulletList,
  ordered_list: printOrderedList,
  code_block: printCodeBlock,
  math_block: printMathBlock,
  horizontal_rule: printRule,
  table: printTable,
  html_block: printHtmlBlock,
  definition: printDefinition,
  footnote_definition: printFootnoteDefinition,
  front_matter: printFrontMatter,
};

export type BlockContext = {
  /** Whether a footnote of this label is defined in the document. */
  defined: (label: string) => boolean;
  /** A list of the same kind before it uses the first choice of marker. */
  alternate: boolean;
  index: number;
};

/** A block's Markdown from its content alone, without a final line end. The block must be canonical. */
export function printBlock(node: Node, context: BlockContext): string {
  return printAt(node, { ...context, depth: 0 });
}

type At = BlockContext & { depth: number };

function printAt(node: Node, at: At): string {
  const printing: Printing = {
    ...at,
    blocks: (parent, options) => printChildren(parent, { at, tight: options?.tight === true }),
    inline: (textblock, place) => printInline(textblock.children, { place, defined: at.defined }),
  };
  return PRINTERS[node.type.name]?.(node, printing) ?? "";
}

function printChildren(parent: Node, how: { at: At; tight: boolean }): string {
  let printed = "";
  let before: Node | null = null;
  let alternate = false;
  const depth = how.at.depth + 1;
  parent.forEach((node, _, index) => {
    alternate = alternates(before, node) && !alternate;
    if (before) printed += how.tight ? "\n" : "\n\n";
    printed += printAt(node, { defined: how.at.defined, alternate, index, depth });
    before = node;
  });
  return printed;
}

/** Two lists of a kind side by side are told apart by their markers. */
export function alternates(before: Node | null, node: Node): boolean {
  return (
    before?.type === node.type && (node.type.name === "bullet_list" || node.type.name === "ordered_list")
  );
}
