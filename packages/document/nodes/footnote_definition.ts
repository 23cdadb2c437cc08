import type { FootnoteDefinition } from "mdast";
import type { Node } from "prosemirror-model";
import { indentLines, type Printing } from "../printing.ts";
import type { Reading } from "../reading.ts";
import type { NodeSpec } from "prosemirror-model";
import { keptAttribute } from "../kept.ts";
import { labelAttribute } from "./footnote_reference.ts";

/** `[^label]: …`. References to it are matched as Markdown does, ignoring case. */
export const footnoteDefinitionSpec: NodeSpec = {
  content: "block+",
  group: "block",
  defining: true,
  attrs: { ...labelAttribute, ...keptAttribute },
  parseDOM: [
    {
      tag: "section[data-footnote]",
      getAttrs: (dom) => ({ label: dom.getAttribute("data-footnote") }),
    },
  ],
  toDOM: (node) => ["section", { "data-footnote": node.attrs.label }, 0],
};

const LABEL = /^\[\^((?:[^\s[\]\\]|\\.)+)\]/u;

export function readFootnoteDefinition(tree: FootnoteDefinition, reading: Reading): Node {
  const label = LABEL.exec(reading.slice(tree))?.[1] ?? tree.identifier;
  return reading.create("footnote_definition", { label }, reading.blocks(tree.children));
}

export function printFootnoteDefinition(node: Node, printing: Printing): string {
  const marker = `[^${node.attrs.label}]:`;
  const content = printing.blocks(node);
  return content === "" ? marker : indentLines(content, { first: `${marker} `, rest: "    " });
}
