import { chainCommands } from "prosemirror-commands";
import { liftListItem, sinkListItem, splitListItem, wrapInList } from "prosemirror-schema-list";
import type { NodeType, ResolvedPos } from "prosemirror-model";
import type { Command, EditorState, Transaction } from "prosemirror-state";
import { nodeType } from "./blocks.ts";

const bulletList = nodeType("bullet_list");
const orderedList = nodeType("ordered_list");
const listItem = nodeType("list_item");

export type ListKind = "bullet" | "ordered" | "task";

/** A list of that kind around the selection; the same kind again lifts it out, another kind changes the list. */
export function toggleList(options: { kind: ListKind }): Command {
  const type = options.kind === "ordered" ? orderedList : bulletList;
  const checked = options.kind === "task" ? false : null;
  return (state, dispatch, view) => {
    const around = listAround(state.selection.$from);
    if (!around) return wrap(type, checked)(state, dispatch, view);
    const items = itemsInSelection(state, around.depth);
    const same =
      around.node.type === type &&
      items.every(({ node }) => (node.attrs.checked === null) === (checked === null));
    if (same) return liftListItem(listItem)(state, dispatch, view);
    const tr = state.tr;
    if (around.node.type !== type) tr.setNodeMarkup(around.pos, type, { tight: around.node.attrs.tight });
    for (const { node, pos } of items) {
      if ((node.attrs.checked === null) !== (checked === null)) tr.setNodeAttribute(pos, "checked", checked);
    }
    dispatch?.(tr);
    return true;
  };
}

/** Enter in a list: a new item, unticked in a list of tasks; on an empty item, out of the list. */
export const enterInList: Command = (state, dispatch, view) => {
  const { $from } = state.selection;
  const item = $from.depth > 1 ? $from.node(-1) : null;
  if (item?.type !== listItem) return false;
  const attrs = item.attrs.checked === null ? undefined : { checked: false };
  return chainCommands(splitListItem(listItem, attrs), liftListItem(listItem))(state, dispatch, view);
};

/** Backspace at the start of an item's first block: a task becomes an item, an item leaves its list. */
export const backspaceInList: Command = (state, dispatch, view) => {
  const { $from, empty } = state.selection;
  if (!empty || $from.parentOffset > 0 || $from.depth < 2) return false;
  const item = $from.node(-1);
  if (item.type !== listItem || $from.index(-1) > 0) return false;
  if (item.attrs.checked !== null) {
    dispatch?.(state.tr.setNodeAttribute($from.before(-1), "checked", null));
    return true;
  }
  return liftListItem(listItem)(state, dispatch, view);
};

/** Tab in a list: one step in. Handled even where an item cannot go deeper, so that focus does not jump away. */
export const sinkInList: Command = (state, dispatch, view) => {
  if (!listAround(state.selection.$from)) return false;
  sinkListItem(listItem)(state, dispatch, view);
  return true;
};

/** Shift-Tab in a list: one step out. */
export const liftInList: Command = (state, dispatch, view) => {
  if (!listAround(state.selection.$from)) return false;
  liftListItem(listItem)(state, dispatch, view);
  return true;
};

/** Ticks or unticks the task the caret is in; with a selection, all its tasks take the state the first did not have. */
export const toggleTask: Command = (state, dispatch) => {
  const around = listAround(state.selection.$from);
  if (!around) return false;
  const tasks = itemsInSelection(state, around.depth).filter(({ node }) => node.attrs.checked !== null);
  const first = tasks[0];
  if (!first) return false;
  const tr = state.tr;
  for (const { pos } of tasks) tr.setNodeAttribute(pos, "checked", !first.node.attrs.checked);
  dispatch?.(tr);
  return true;
};

function wrap(type: NodeType, checked: boolean | null): Command {
  return (state, dispatch, view) => {
    if (checked === null) return wrapInList(type)(state, dispatch, view);
    return wrapInList(type)(state, dispatch && ((tr) => dispatch(tickable(tr, state))), view);
  };
}

/** Makes every item of the list that `tr` has just made a task. */
function tickable(tr: Transaction, before: EditorState): Transaction {
  const from = tr.mapping.map(before.selection.from);
  const around = listAround(tr.doc.resolve(from));
  if (!around) return tr;
  around.node.forEach((_, offset) => {
    tr.setNodeAttribute(around.pos + 1 + offset, "checked", false);
  });
  return tr;
}

/** The innermost list around a position. */
function listAround($pos: ResolvedPos) {
  for (let depth = $pos.depth; depth > 0; depth--) {
    const node = $pos.node(depth);
    if (node.type === bulletList || node.type === orderedList)
      return { node, pos: $pos.before(depth), depth };
  }
  return null;
}

/** The items of the list at `depth` that the selection touches. */
function itemsInSelection(state: EditorState, depth: number) {
  const { $from, to } = state.selection;
  const list = $from.node(depth);
  const start = $from.start(depth);
  const items: { node: typeof list; pos: number }[] = [];
  list.forEach((node, offset) => {
    const pos = start + offset;
    if (pos + node.nodeSize > $from.pos && pos < Math.max(to, $from.pos + 1)) items.push({ node, pos });
  });
  return items;
}
