import { redo as historyRedo, undo as historyUndo } from "prosemirror-history";
import { Selection } from "prosemirror-state";
import type { Command, EditorState, Transaction } from "prosemirror-state";
import type { Transform } from "prosemirror-transform";

/** Takes back this person's last change that is left. */
export const undo: Command = careful(historyUndo, { redo: false });
/** Makes this person's last undone change again. */
export const redo: Command = careful(historyRedo, { redo: true });

/**
 * prosemirror-history throws when the caret of long ago has no place in the document any more, which happens once
 * others' changes made part of an event impossible to take back; and then throws at every further undo. Here such an
 * event is taken back as far as it can be, with the caret where the document still has room for it.
 */
function careful(command: Command, { redo }: { redo: boolean }): Command {
  return (state, dispatch, view) => {
    if (!dispatch) return command(state, undefined, view);
    let made: Transaction | null = null;
    try {
      if (!command(state, (tr) => (made = tr), view)) return false;
    } catch {
      made = withoutCaret(state, redo);
    }
    if (made) dispatch(made);
    return true;
  };
}

// What prosemirror-history keeps, as far as it is needed; none of it is published.
type Branch = {
  popEvent(
    state: EditorState,
    preserve: boolean,
  ): { remaining: Branch; transform: Transaction; selection: unknown } | null;
  addTransform(transform: Transform, selection: unknown, options: unknown, preserve: boolean): Branch;
};
type HistoryState = { done: Branch; undone: Branch };

function withoutCaret(state: EditorState, redo: boolean): Transaction | null {
  const plugin = state.plugins.find((one) => Reflect.get(one, "key") === "history$");
  const history = plugin?.getState(state) as HistoryState | undefined;
  const popped = (redo ? history?.undone : history?.done)?.popEvent(state, true);
  if (!plugin || !history || !popped) return null;
  const { transform: tr, remaining } = popped;
  const caret = Selection.near(tr.doc.resolve(Math.min(state.selection.head, tr.doc.content.size)));
  const options: unknown = Reflect.get(plugin.spec, "config");
  const other = (redo ? history.done : history.undone).addTransform(
    tr,
    state.selection.getBookmark(),
    options,
    true,
  );
  const next = Object.create(Object.getPrototypeOf(history)) as object;
  const branches = redo ? { done: other, undone: remaining } : { done: remaining, undone: other };
  Object.assign(next, history, branches, { prevRanges: null, prevTime: 0, prevComposition: -1 });
  return tr.setSelection(caret).setMeta("history$", { redo, historyState: next }).scrollIntoView();
}
