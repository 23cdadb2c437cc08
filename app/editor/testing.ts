import { schema } from "@chopin/document/schema";
import type { Node } from "prosemirror-model";
import { EditorState, TextSelection } from "prosemirror-state";
import type { Command, Plugin } from "prosemirror-state";

/**
 * A document drawn for tests: one line a block, `|` the caret or two of them the selection. Nested blocks are given
 * as nodes.
 */
export function stateOf(options: { blocks: Node[]; plugins?: Plugin[] }): EditorState {
  const doc = schema.node("doc", null, options.blocks);
  const carets: number[] = [];
  doc.descendants((node, pos) => {
    for (const found of (node.text ?? "").matchAll(/¦/g)) carets.push(pos + found.index);
  });
  const state = EditorState.create({ doc, plugins: options.plugins ?? [] });
  const tr = state.tr;
  for (const pos of carets.toReversed()) tr.delete(pos, pos + 1);
  const [anchor = 1, head = anchor + 1] = carets;
  tr.setSelection(TextSelection.create(tr.doc, anchor, carets.length > 1 ? head - 1 : anchor));
  return state.apply(tr.setMeta("addToHistory", false));
}

/** Runs a command; null when it does not apply. */
export function run(state: EditorState, command: Command): EditorState | null {
  let next: EditorState | null = null;
  const done = command(state, (tr) => {
    next = state.apply(tr);
  });
  return done ? (next ?? state) : null;
}
