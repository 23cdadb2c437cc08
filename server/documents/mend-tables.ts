import type { Node, NodeType } from "prosemirror-model";
import type { Transform } from "prosemirror-transform";
import { changedBlocks } from "@chopin/document/check_document";
import { MAX_CELLS } from "@chopin/document/depth";
import { schema } from "@chopin/document/schema";

/**
 * Fills rows that are shorter than their table with empty cells. Two people who add a row and a column at once make
 * such a row; mended here it is mended once, where every open page would mend it for itself. Throws a RangeError for
 * tables that would grow beyond what is read: a wide row over many short ones asks for millions of cells.
 */
export function mendTables(transform: Transform, before: Node): void {
  const gaps: Gap[] = [];
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
  if (gaps.reduce((sum, { missing }) => sum + missing, 0) > MAX_CELLS)
    throw new RangeError(`tables of more than ${MAX_CELLS} cells`);
  for (const { at, type, missing } of gaps.toReversed()) {
    const cells = Array.from({ length: missing }, () => type.createAndFill());
    transform.insert(
      at,
      cells.filter((cell) => cell !== null),
    );
  }
}

/** Where a row ends short of its table, and the cells it lacks. */
type Gap = { at: number; type: NodeType; missing: number };

function gapsOf(table: Node, pos: number, gaps: Gap[]): void {
  const width = table.children.reduce((most, row) => Math.max(most, row.childCount), 0);
  table.forEach((row, offset) => {
    const missing = width - row.childCount;
    if (missing === 0) return;
    const type = row.lastChild?.type ?? schema.nodes.table_cell!;
    gaps.push({ at: pos + 1 + offset + row.nodeSize - 1, type, missing });
  });
}
