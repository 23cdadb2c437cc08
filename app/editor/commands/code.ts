import { exitCode } from "prosemirror-commands";
import { Selection, TextSelection } from "prosemirror-state";
import type { Command, EditorState } from "prosemirror-state";
import { nodeType } from "./blocks.ts";

const INDENT = "  ";

/** Whether the whole selection lies in one block of code (code, formula, HTML, front matter). */
export function inCode(state: EditorState): boolean {
  const { $from, $to } = state.selection;
  return $from.parent.type.spec.code === true && $from.sameParent($to);
}

/** Tab in code: two spaces at the caret, or one step more for every selected line. */
export const indentCode: Command = (state, dispatch) => {
  if (!inCode(state)) return false;
  if (state.selection.empty) {
    dispatch?.(state.tr.insertText(INDENT).scrollIntoView());
    return true;
  }
  const tr = state.tr;
  for (const start of lineStarts(state)) tr.insertText(INDENT, tr.mapping.map(start));
  dispatch?.(tr);
  return true;
};

/** Shift-Tab in code: one step less for each selected line; handled even where there is nothing to take. */
export const outdentCode: Command = (state, dispatch) => {
  if (!inCode(state)) return false;
  const { $from } = state.selection;
  const text = $from.parent.textContent;
  const tr = state.tr;
  for (const start of lineStarts(state)) {
    const spaces = /^(?:\t| {1,2})/.exec(text.slice(start - $from.start()))?.[0].length ?? 0;
    if (spaces > 0) tr.delete(tr.mapping.map(start), tr.mapping.map(start) + spaces);
  }
  dispatch?.(tr);
  return true;
};

/** Enter in code: a line end with the indentation of the line the caret is in. */
export const newlineInCode: Command = (state, dispatch) => {
  if (!inCode(state)) return false;
  const { $from } = state.selection;
  const before = $from.parent.textContent.slice(0, $from.parentOffset);
  const indent = /^[ \t]*/.exec(before.slice(before.lastIndexOf("\n") + 1))?.[0] ?? "";
  dispatch?.(state.tr.insertText(`\n${indent}`).scrollIntoView());
  return true;
};

/** Mod-Enter leaves the code for a paragraph below. */
export const leaveCode: Command = (state, dispatch, view) => {
  if (!inCode(state)) return false;
  // Front matter is followed by blocks only, which exitCode cannot tell from its own content expression.
  if (state.selection.$from.parent.type.name !== "front_matter") return exitCode(state, dispatch, view);
  const after = state.selection.$from.after();
  const tr = state.tr.insert(after, nodeType("paragraph").create());
  dispatch?.(tr.setSelection(TextSelection.create(tr.doc, after + 1)).scrollIntoView());
  return true;
};

/** Arrow down on the last line of code that ends the document makes a paragraph to go on in. */
export const downOutOfCode: Command = (state, dispatch, view) => {
  const { $head, empty } = state.selection;
  if (!empty || !inCode(state) || $head.parent.textContent.slice($head.parentOffset).includes("\n"))
    return false;
  if (Selection.findFrom(state.doc.resolve($head.after()), 1)) return false;
  return leaveCode(state, dispatch, view);
};

/** The starts of the lines the selection touches, first to last. */
function lineStarts(state: EditorState): number[] {
  const { $from, $to } = state.selection;
  const text = $from.parent.textContent;
  const first = text.lastIndexOf("\n", $from.parentOffset - 1) + 1;
  const starts = [first];
  for (let i = text.indexOf("\n", first); i >= 0 && i + 1 < $to.parentOffset; i = text.indexOf("\n", i + 1)) {
    starts.push(i + 1);
  }
  return starts.map((offset) => $from.start() + offset);
}
