import { history } from "prosemirror-history";
import { Plugin } from "prosemirror-state";
import type { EditorState, StateField, Transaction } from "prosemirror-state";
import type { StepMap } from "prosemirror-transform";
import { collabState } from "./collab.ts";

/**
 * Changes that can be undone one after another. The default of 100 ends within the hour of somebody who writes in
 * short bursts; 500 take some 100 KB, and each is moved along with what others write.
 */
const DEPTH = 500;
/** Milliseconds of rest after which typing is a change of its own. */
const NEW_GROUP_AFTER = 500;
/** Maps of others' steps that may lie in the history before it is made dense again. */
const LOOSE_MAPS = 1_000;

/**
 * prosemirror-history beside our collaboration. It pairs its newest items with the unconfirmed steps one by one, and
 * miscounts in two cases: when a plugin adds to an undo, and once nothing is left to undo. And it keeps a map for each
 * step of others, for ever, while nothing of one's own is on its way.
 */
export function ownHistory(): Plugin {
  const { spec } = history({ depth: DEPTH, newGroupDelay: NEW_GROUP_AFTER });
  const field = spec.state as StateField<HistoryState> | undefined;
  if (!field) throw new Error("prosemirror-history has no state");
  // Beside the state, as it only says when to look: a state that is never used may cost a look, and changes nothing.
  const dense = { done: 0, undone: 0 };
  const state: StateField<HistoryState> = {
    ...field,
    apply(tr, before, old, now) {
      const next = withAppended(tr, field.apply.call(this, tr, before, old, now));
      if (next === before) return before;
      return withBranches(next, (branch, name) => tidy(branch, { name, dense, state: now }));
    },
  };
  return new Plugin({ ...spec, state });
}

// What prosemirror-history keeps, as far as it is needed; none of it is published.
type Branch = {
  items: { length: number; slice(from: number, to: number): Branch["items"] };
  eventCount: number;
  addMaps(maps: readonly StepMap[]): Branch;
  compress(upto: number): Branch;
};
type HistoryState = { done: Branch; undone: Branch };
type Name = keyof HistoryState;

/** What a plugin adds to an undo goes to the redo side; the undo side has to know how it moved the text as well. */
function withAppended(tr: Transaction, history: HistoryState): HistoryState {
  const appended = tr.getMeta("appendedTransaction") as Transaction | undefined;
  const meta = appended?.getMeta("history$") as { redo: boolean } | undefined;
  if (!meta || tr.steps.length === 0) return history;
  const other: Name = meta.redo ? "undone" : "done";
  return withBranches(history, (branch, name) => (name === other ? branch.addMaps(tr.mapping.maps) : branch));
}

function tidy(
  branch: Branch,
  { name, dense, state }: { name: Name; dense: Record<Name, number>; state: EditorState },
): Branch {
  const { length } = branch.items;
  // While it is empty it is told of nothing; whatever is left over would be taken for the newest.
  if (branch.eventCount === 0)
    return length === 0 ? branch : copy(branch, { items: branch.items.slice(0, 0) });
  dense[name] = Math.min(dense[name], length);
  if (length - dense[name] <= LOOSE_MAPS) return branch;
  const compressed = branch.compress(Math.max(0, length - collabState(state).unconfirmed.length));
  dense[name] = compressed.items.length;
  return compressed;
}

function withBranches(history: HistoryState, change: (branch: Branch, name: Name) => Branch): HistoryState {
  const done = change(history.done, "done");
  const undone = change(history.undone, "undone");
  return done === history.done && undone === history.undone ? history : copy(history, { done, undone });
}

function copy<Value extends object>(value: Value, changes: Partial<Value>): Value {
  const made = Object.create(Object.getPrototypeOf(value) as object) as Value;
  return Object.assign(made, value, changes);
}
