import type { Node } from "prosemirror-model";
import type { Transform } from "prosemirror-transform";
import { schema } from "@chopin/document/schema";

/**
 * Fills rows that are shorter than their table with empty cells. Two people who add a row and a column at once make
 * such a row; mended here it is mended once, where every open page would mend it for itself.
 */
export function mendTables(transform: Transform, before: Node): void {
  const known = new Set(before.children);
  const gaps: { at: number; cells: Node[] }[] = [];
  transform.doc.forEach((block, offset) => {
    if (known.has(block)) return;
    if (block.type === schema.nodes.table) gapsOf(block, offset, gaps);
    else
      block.descendants((node, pos) => {
        if (node.type === schema.nodes.table) gapsOf(node, offset + 1 + pos, gaps);
        return !node.isTextblock;
      });
  });
  for (const { at, cells } of gaps.toReversed()) transform.insert(at, cells);
}

function gapsOf(table: Node, pos: number, gaps: { at: number; cells: Node[] }[]): void {
  const width = Math.max(...table.children.map((row) => row.childCount));
  table.forEach((row, offset) => {
    const missing = width - row.childCount;
    if (missing === 0) return;
    const type = row.lastChild?.type ?? schema.nodes.table_cell;
    const cells = Array.from({ length: missing }, () => type?.createAndFill()).filter(
      (cell) => cell !== null && cell !== undefined,
    );
    gaps.push({ at: pos + 1 + offset + row.nodeSize - 1, cells });
  });
}
