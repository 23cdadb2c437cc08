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
