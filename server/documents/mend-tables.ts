import type { Node } from "prosemirror-model";
import type { Transform } from "prosemirror-transform";
import { changedBlocks } from "@chopin/document/check_document";
import { schema } from "@chopin/document/schema";

/**
 * Fills rows that are shorter than their table with empty cells. Two people who add a row and a column at once make
 * such a row; mended here it is mended once, where every open page would mend it for itself.
 */
export function mendTables(transform: Transform, before: Node): void {
  const gaps: { at: number; cells: Node[] }[] = [];
  const { doc } = transform;
  const { from, to } = changedBlocks(before, doc);
  let offset = 0;
  for (let i = 0; i < to; i++) {
    const block = doc.child(i);
    const start = offset;
    offset += block.nodeSize;
    if (i < from || block.isTextblock) continue;
    if (block.type === schema.nodes.table) gapsOf(block, start, gaps);
    else
      block.descendants((node, pos) => {
        if (node.type === schema.nodes.table) gapsOf(node, start + 1 + pos, gaps);
        return !node.isTextblock;
      });
  }
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
