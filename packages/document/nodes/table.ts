import type { Table } from "mdast";
import type { Node } from "prosemirror-model";
import type { Printing } from "../printing.ts";
import type { Reading } from "../reading.ts";
import type { NodeSpec } from "prosemirror-model";
import { oneOf } from "../attribute.ts";
import { keptAttribute } from "../kept.ts";

/**
 * A table as GitHub writes it: the first row is the header, a column's alignment is that of its header cell, nothing
 * spans. `tableRole` and the span attributes are what prosemirror-tables reads.
 */
export const tableSpec: NodeSpec = {
  content: "table_row+",
  group: "block",
  tableRole: "table",
  isolating: true,
  attrs: { ...keptAttribute },
  parseDOM: [{ tag: "table" }],
  toDOM: () => ["table", ["tbody", 0]],
};

export const tableRowSpec: NodeSpec = {
  content: "(table_cell | table_header)+",
  tableRole: "row",
  parseDOM: [{ tag: "tr" }],
  toDOM: () => ["tr", 0],
};

const ALIGNMENTS = ["left", "center", "right"];

const cell: NodeSpec = {
  content: "paragraph",
  isolating: true,
  attrs: {
    align: oneOf([null, ...ALIGNMENTS]),
    colspan: oneOf([1]),
    rowspan: oneOf([1]),
    colwidth: oneOf([null]),
  },
};

export const tableHeaderSpec: NodeSpec = {
  ...cell,
  tableRole: "header_cell",
  parseDOM: [{ tag: "th", getAttrs: (dom) => ({ align: alignOf(dom) }) }],
  toDOM: (node) => ["th", node.attrs.align ? { style: `text-align: ${node.attrs.align}` } : {}, 0],
};

export const tableCellSpec: NodeSpec = {
  ...cell,
  tableRole: "cell",
  parseDOM: [{ tag: "td", getAttrs: (dom) => ({ align: alignOf(dom) }) }],
  toDOM: (node) => ["td", node.attrs.align ? { style: `text-align: ${node.attrs.align}` } : {}, 0],
};

function alignOf(dom: HTMLElement): string | null {
  const named = dom.style.textAlign || dom.getAttribute("align") || "";
  return ALIGNMENTS.includes(named) ? named : null;
}

export function readTable(tree: Table, reading: Reading): Node {
  const width = tree.children[0]?.children.length ?? 1;
  const rows = tree.children.map((row, index) => {
    const cells = Array.from({ length: width }, (_, column) => {
      const content = reading.inline(row.children[column]?.children ?? [], "cell");
      return reading.create(
        index === 0 ? "table_header" : "table_cell",
        { align: tree.align?.[column] ?? null },
        [reading.create("paragraph", {}, content)],
      );
    });
    return reading.create("table_row", {}, cells);
  });
  return reading.create("table", {}, rows);
}

const RULES: Record<string, string> = { left: ":--", center: ":-:", right: "--:" };

export function printTable(node: Node, printing: Printing): string {
  const lines: string[] = [];
  node.forEach((row, _, index) => {
    const cells: string[] = [];
    const rules: string[] = [];
    row.forEach((cell) => {
      const paragraph = cell.firstChild;
      cells.push(paragraph ? printing.inline(paragraph, "cell") : "");
      rules.push(RULES[cell.attrs.align] ?? "---");
    });
    lines.push(`|${cells.map((text) => (text === "" ? " |" : ` ${text} |`)).join("")}`);
    if (index === 0) lines.push(`|${rules.map((rule) => ` ${rule} |`).join("")}`);
  });
  return lines.join("\n");
}
