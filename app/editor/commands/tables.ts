import type { Node } from "prosemirror-model";
import { Selection, TextSelection } from "prosemirror-state";
import type { Command, EditorState, Transaction } from "prosemirror-state";
import {
  addColumnAfter,
  addColumnBefore,
  addRowAfter,
  addRowBefore,
  CellSelection,
  deleteColumn,
  deleteRow,
  deleteTable,
  fixTables,
  goToNextCell,
  isInTable,
  selectedRect,
  TableMap,
} from "prosemirror-tables";
import { nodeType } from "./blocks.ts";

const table = nodeType("table");
const row = nodeType("table_row");
const header = nodeType("table_header");
const cell = nodeType("table_cell");
const paragraph = nodeType("paragraph");

export const columnBefore = onGrid(addColumnBefore);
export const columnAfter = onGrid(addColumnAfter);
export const rowBelow = onGrid(addRowAfter);
export const tableDelete: Command = deleteTable;

/** Refused above the header: a Markdown table begins with its one header row. */
export const rowAbove = onGrid(
  (state, dispatch) => selectedRect(state).top > 0 && addRowBefore(state, dispatch),
);

/** Refused for the header row, which the table cannot be without. */
export const rowDelete = onGrid(
  (state, dispatch) => selectedRect(state).top > 0 && deleteRow(state, dispatch),
);

/** The last column takes the table with it. */
export const columnDelete = onGrid((state, dispatch) => {
  const { left, right, map } = selectedRect(state);
  return right - left === map.width ? deleteTable(state, dispatch) : deleteColumn(state, dispatch);
});

/** Tab: the next cell, and from the last one a new row. */
export const nextCell = onGrid((state, dispatch) => {
  if (goToNextCell(1)(state, dispatch)) return true;
  return addRowAfter(state, dispatch && ((tr) => dispatch(intoRow(tr, selectedRect(state).bottom, 0))));
});

export const previousCell = onGrid(goToNextCell(-1));

/** Enter: the cell below; on the last row a new one; on an empty last row, out of the table. */
export const enterInTable = onGrid((state, dispatch) => {
  if (state.selection instanceof CellSelection) return true;
  const rect = selectedRect(state);
  if (rect.bottom < rect.map.height) {
    dispatch?.(intoRow(state.tr, rect.bottom, rect.left).scrollIntoView());
    return true;
  }
  const last = rect.table.lastChild;
  if (rect.top > 0 && last && last.textContent === "") return leaveTable(state, dispatch);
  return addRowAfter(state, dispatch && ((tr) => dispatch(intoRow(tr, rect.bottom, rect.left))));
});

/** A table with those words as its header and one empty row, in place of the paragraph the caret is in. */
export function tableOf(words: readonly string[]): Node {
  const heads = words.map((word) =>
    header.create(null, paragraph.create(null, word === "" ? null : row.schema.text(word))),
  );
  const empty = words.map(() => cell.create(null, paragraph.create()));
  return table.create(null, [row.create(null, heads), row.create(null, empty)]);
}

/** Puts the caret into the first cell of a table's second row; `pos` is the position before the table. */
export function intoFirstCell(tr: Transaction, pos: number): Transaction {
  const first = tr.doc.nodeAt(pos)?.firstChild;
  if (!first) return tr;
  return tr.setSelection(TextSelection.near(tr.doc.resolve(pos + 1 + first.nodeSize + 2)));
}

function leaveTable(state: EditorState, dispatch: ((tr: Transaction) => void) | undefined): boolean {
  const rect = selectedRect(state);
  const end = rect.tableStart + rect.table.content.size;
  const last = rect.table.lastChild;
  if (!last) return false;
  const tr = state.tr.delete(end - last.nodeSize, end);
  const after = tr.mapping.map(end) + 1;
  tr.insert(after, paragraph.create());
  dispatch?.(tr.setSelection(Selection.near(tr.doc.resolve(after + 1), 1)).scrollIntoView());
  return true;
}

/** The caret to the end of the cell in that row and column of the table the selection is in. */
function intoRow(tr: Transaction, at: number, column: number): Transaction {
  const found = tableAround(tr);
  const line = found && found.node.maybeChild(at);
  if (!found || !line) return tr;
  let pos = found.pos + 1;
  for (let i = 0; i < at; i++) pos += found.node.child(i).nodeSize;
  pos += 1;
  const index = Math.min(column, line.childCount - 1);
  for (let i = 0; i < index; i++) pos += line.child(i).nodeSize;
  const inside = line.child(index);
  return tr.setSelection(TextSelection.near(tr.doc.resolve(pos + inside.nodeSize - 2), -1)).scrollIntoView();
}

/**
 * Runs a table command on what it can trust: inside a table, and with rows of equal length, which concurrent edits
 * can leave uneven (the commands of prosemirror-tables then build tables that are none). Mends afterwards what they
 * cannot know of Markdown tables: only the first row is a header, and each cell is aligned as its column's header.
 */
function onGrid(command: Command): Command {
  return (state, dispatch) => {
    if (!isInTable(state)) return false;
    const even = evenRows(state);
    if (!even) return command(state, dispatch && ((tr) => dispatch(mend(tr))));
    return command(state.apply(even), dispatch && ((tr) => dispatch(mend(following(even, tr)))));
  };
}

/** The transaction that makes the rows of tables equally long; null when those of the table here are. */
export function evenRows(state: EditorState): Transaction | null {
  return TableMap.get(selectedRect(state).table).problems ? (fixTables(state) ?? null) : null;
}

function following(first: Transaction, second: Transaction): Transaction {
  for (const step of second.steps) first.step(step);
  return first.setSelection(Selection.fromJSON(first.doc, second.selection.toJSON()));
}

/** Mends the table the selection is in; adds no step where all is well. */
export function mend(tr: Transaction): Transaction {
  const found = tableAround(tr);
  if (!found) return tr;
  const aligns: unknown[] = [];
  found.node.forEach((line, lineOffset, rowIndex) => {
    line.forEach((each, offset, column) => {
      if (rowIndex === 0) aligns[column] = each.attrs.align;
      const type = rowIndex === 0 ? header : cell;
      const align = aligns[column] ?? null;
      if (each.type === type && each.attrs.align === align) return;
      tr.setNodeMarkup(found.pos + 1 + lineOffset + 1 + offset, type, { ...each.attrs, align });
    });
  });
  return tr;
}

function tableAround(tr: Transaction): { node: Node; pos: number } | null {
  const $pos = tr.selection instanceof CellSelection ? tr.selection.$anchorCell : tr.selection.$from;
  for (let depth = $pos.depth; depth > 0; depth--) {
    const node = $pos.node(depth);
    if (node.type === table) return { node, pos: $pos.before(depth) };
  }
  return null;
}
