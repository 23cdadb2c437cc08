import {
  chainCommands,
  joinBackward,
  joinForward,
  lift,
  setBlockType,
  splitBlock,
  toggleMark,
  wrapIn,
} from "prosemirror-commands";
import { redo, undo } from "../../app/editor/collab/undo.ts";
import type { Node } from "prosemirror-model";
import { liftListItem, sinkListItem, splitListItem, wrapInList } from "prosemirror-schema-list";
import { TextSelection } from "prosemirror-state";
import type { Command, EditorState, Transaction } from "prosemirror-state";
import { addColumnAfter, addRowAfter, deleteColumn, deleteRow, deleteTable } from "prosemirror-tables";
import { schema } from "@chopin/document/schema";
import type { Random } from "./random.ts";

/** Does something a person would, as one transaction or none. */
export type Edit = (
  state: EditorState,
  dispatch: (tr: Transaction) => void,
  random: Random,
  letter: () => string,
) => void;

const n = schema.nodes;
const m = schema.marks;

const type: Edit = (state, dispatch, random, letter) => {
  const at = randomCaret(state, random);
  if (at) dispatch(state.tr.setSelection(at).insertText(letter()));
};

const typeAtCaret: Edit = (state, dispatch, _random, letter) => {
  if (state.selection instanceof TextSelection && state.selection.empty)
    dispatch(state.tr.insertText(letter()));
};

const deleteRange: Edit = (state, dispatch, random) => {
  const range = randomRange(state, random);
  if (range && !range.empty) dispatch(state.tr.setSelection(range).deleteSelection());
};

const replaceRange: Edit = (state, dispatch, random, letter) => {
  const range = randomRange(state, random);
  if (range) dispatch(state.tr.setSelection(range).insertText(letter() + letter()));
};

const paste: Edit = (state, dispatch, random, letter) => {
  const at = randomCaret(state, random);
  if (!at) return;
  const item = (text: string) => n.list_item.create(null, n.paragraph.create(null, schema.text(text)));
  const blocks = [
    n.paragraph.create(null, schema.text(letter())),
    n.bullet_list.create(null, [item(letter()), item(letter())]),
    n.paragraph.create(null, schema.text(letter())),
  ];
  const doc = schema.topNodeType.create(null, blocks);
  const tr = state.tr.setSelection(at);
  dispatch(tr.replaceSelection(doc.slice(random.below(2), doc.content.size - random.below(2))));
};

const insertTable: Edit = (state, dispatch, random, letter) => {
  const cell = (kind: "table_cell" | "table_header") =>
    n[kind].create(null, n.paragraph.create(null, schema.text(letter())));
  const row = (kind: "table_cell" | "table_header") => n.table_row.create(null, [cell(kind), cell(kind)]);
  const table = n.table.create(null, [row("table_header"), row("table_cell")]);
  const index = random.below(state.doc.childCount + 1);
  let pos = 0;
  for (let i = 0; i < index; i++) pos += state.doc.child(i).nodeSize;
  dispatch(state.tr.insert(pos, table));
};

const moveCaret: Edit = (state, dispatch, random) => {
  const at = randomCaret(state, random);
  if (at) dispatch(state.tr.setSelection(at));
};

/** A command on a random place or range. */
function somewhere(command: Command, { range = false } = {}): Edit {
  return (state, dispatch, random) => {
    const selection = range ? randomRange(state, random) : randomCaret(state, random);
    if (!selection) return;
    const placed = state.apply(state.tr.setSelection(selection));
    command(placed, (tr) => {
      const own = state.tr.setSelection(selection);
      for (const step of tr.steps) own.step(step);
      if (tr.storedMarks) own.setStoredMarks(tr.storedMarks);
      dispatch(own);
    });
  };
}

/** A command on a random cell, if there is a table. */
function inTable(command: Command): Edit {
  return (state, dispatch, random) => {
    const cells: number[] = [];
    state.doc.descendants((node, pos) => {
      if (node.type === n.table_cell || node.type === n.table_header) cells.push(pos);
    });
    if (cells.length === 0) return;
    const selection = TextSelection.near(state.doc.resolve(random.pick(cells) + 2));
    somewhereAt(command, selection as TextSelection, state, dispatch);
  };
}

function somewhereAt(
  command: Command,
  selection: TextSelection,
  state: EditorState,
  dispatch: (tr: Transaction) => void,
) {
  const placed = state.apply(state.tr.setSelection(selection));
  command(placed, (tr) => {
    const own = state.tr.setSelection(selection);
    for (const step of tr.steps) own.step(step);
    dispatch(own);
  });
}

const asIs =
  (command: Command): Edit =>
  (state, dispatch) => {
    command(state, dispatch);
  };

/** Edits that take nothing away. */
export const KEEPING: readonly Edit[] = [
  type,
  type,
  type,
  typeAtCaret,
  typeAtCaret,
  moveCaret,
  somewhere(chainCommands(splitListItem(n.list_item), splitBlock)),
  somewhere(toggleMark(m.strong), { range: true }),
  somewhere(toggleMark(m.emphasis), { range: true }),
  somewhere(wrapIn(n.blockquote), { range: true }),
  somewhere(wrapInList(n.bullet_list), { range: true }),
  somewhere(sinkListItem(n.list_item), { range: true }),
  somewhere(liftListItem(n.list_item), { range: true }),
  somewhere(setBlockType(n.heading, { level: 2 })),
  somewhere(setBlockType(n.paragraph)),
];

export const EVERYTHING: readonly Edit[] = [
  ...KEEPING,
  deleteRange,
  deleteRange,
  replaceRange,
  paste,
  insertTable,
  asIs(undo),
  asIs(undo),
  asIs(redo),
  somewhere(joinBackward),
  somewhere(joinForward),
  somewhere(lift, { range: true }),
  somewhere(setBlockType(n.code_block)),
  inTable(addRowAfter),
  inTable(addColumnAfter),
  inTable(deleteRow),
  inTable(deleteColumn),
  inTable(deleteTable),
];

function randomCaret(state: EditorState, random: Random): TextSelection | null {
  const places = textPlaces(state.doc);
  return places.length === 0 ? null : TextSelection.create(state.doc, random.pick(places));
}

function randomRange(state: EditorState, random: Random): TextSelection | null {
  const places = textPlaces(state.doc);
  if (places.length === 0) return null;
  const from = random.below(places.length);
  const to = Math.min(places.length - 1, from + random.below(12));
  return TextSelection.create(state.doc, places[from] ?? 0, places[to] ?? 0);
}

function textPlaces(doc: Node): number[] {
  const places: number[] = [];
  doc.descendants((node, pos) => {
    if (!node.isTextblock) return;
    for (let i = 0; i <= node.content.size; i++) places.push(pos + 1 + i);
  });
  return places;
}
