import type { Command } from "prosemirror-state";
import { TextSelection } from "prosemirror-state";
import { nodeType } from "./blocks.ts";
import { intoFirstCell, tableOf } from "./tables.ts";

const paragraph = nodeType("paragraph");
const codeBlock = nodeType("code_block");
const mathBlock = nodeType("math_block");

const FENCE = /^(?:`{3,}|~{3,})\s*([^\s`]*)$/;
const TABLE_LINE = /^\|(?:[^|\n]*\|){1,50}\s*$/;

/** Enter after a line of Markdown that opens a block: a fence, `$$`, or the header line of a table. */
export const enterShorthand: Command = (state, dispatch, view) => {
  const { $from, empty } = state.selection;
  if (!empty || $from.parent.type !== paragraph || $from.parentOffset < $from.parent.content.size)
    return false;
  if ($from.node(-1).type.spec.tableRole) return false;
  const line = $from.parent.textBetween(0, $from.parent.content.size, null, "\ufffc");
  const language = FENCE.exec(line)?.[1];
  if (language !== undefined)
    return replaceLine(codeBlock.create({ language: language || null }))(state, dispatch, view);
  if (line === "$$") return replaceLine(mathBlock.create())(state, dispatch, view);
  if (TABLE_LINE.test(line)) return tableHere(line)(state, dispatch, view);
  return false;
};

function replaceLine(node: ReturnType<typeof codeBlock.create>): Command {
  return (state, dispatch) => {
    const { $from } = state.selection;
    const index = $from.index(-1);
    if (!$from.node(-1).canReplaceWith(index, index + 1, node.type)) return false;
    const tr = state.tr.replaceWith($from.before(), $from.after(), node);
    dispatch?.(tr.setSelection(TextSelection.create(tr.doc, $from.before() + 1)).scrollIntoView());
    return true;
  };
}

function tableHere(line: string): Command {
  return (state, dispatch) => {
    const { $from } = state.selection;
    const words = line
      .trim()
      .slice(1, -1)
      .split("|")
      .map((word) => word.trim());
    const index = $from.index(-1);
    if (!$from.node(-1).canReplaceWith(index, index + 1, nodeType("table"))) return false;
    const tr = state.tr.replaceWith($from.before(), $from.after(), tableOf(words));
    dispatch?.(intoFirstCell(tr, $from.before()).scrollIntoView());
    return true;
  };
}
