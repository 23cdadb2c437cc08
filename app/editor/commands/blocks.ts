import { schema } from "@chopin/document/schema";
import { lift, setBlockType, wrapIn } from "prosemirror-commands";
import type { Node, NodeType } from "prosemirror-model";
import { Selection } from "prosemirror-state";
import type { Command } from "prosemirror-state";

/** The node type of that name; throws if the schema has lost it, which a test would show at once. */
export function nodeType(name: string): NodeType {
  const type = schema.nodes[name];
  if (!type) throw new Error(`the schema has no ${name}`);
  return type;
}

const paragraph = nodeType("paragraph");
const heading = nodeType("heading");
const codeBlock = nodeType("code_block");
const blockquote = nodeType("blockquote");
const callout = nodeType("callout");

/** A heading of that level; a second time, a paragraph again. */
export function toggleHeading(options: { level: 1 | 2 | 3 }): Command {
  return (state, dispatch, view) => {
    const { parent } = state.selection.$from;
    const on = parent.type === heading && parent.attrs.level === options.level;
    const command = on ? setBlockType(paragraph) : setBlockType(heading, { level: options.level });
    return command(state, dispatch, view);
  };
}

export const toParagraph: Command = setBlockType(paragraph);

/** A code block of the selected blocks' text; inside one, a paragraph again. */
export const toggleCodeBlock: Command = (state, dispatch, view) => {
  const on = state.selection.$from.parent.type === codeBlock;
  return setBlockType(on ? paragraph : codeBlock)(state, dispatch, view);
};

/** A quote around the selected blocks; inside one, the blocks step out of it. */
export const toggleQuote: Command = (state, dispatch, view) => {
  const { $from } = state.selection;
  for (let depth = $from.depth; depth > 0; depth--) {
    if ($from.node(depth).type === blockquote) return lift(state, dispatch, view);
  }
  return wrapIn(blockquote)(state, dispatch, view);
};

/** Enter on an empty last line of a quote, callout or footnote leaves it. */
export const leaveEmptyLine: Command = (state, dispatch, view) => {
  const { $from, empty } = state.selection;
  if (!empty || $from.depth < 2 || $from.parent.type !== paragraph || $from.parent.content.size > 0)
    return false;
  const around = $from.node(-1);
  if (!isContainer(around) || around.childCount < 2 || $from.index(-1) !== around.childCount - 1)
    return false;
  return lift(state, dispatch, view);
};

/** Backspace at the start of a quote's or callout's first block takes that block out of it. */
export const leaveAtStart: Command = (state, dispatch, view) => {
  const { $from, empty } = state.selection;
  if (!empty || $from.parentOffset > 0 || $from.depth < 2) return false;
  if (!isContainer($from.node(-1)) || $from.index(-1) > 0 || !$from.parent.isTextblock) return false;
  return lift(state, dispatch, view);
};

/** Backspace at the start of a heading, or of an empty code block, makes it a paragraph. */
export const plainAtStart: Command = (state, dispatch, view) => {
  const { $from, empty } = state.selection;
  if (!empty || $from.parentOffset > 0) return false;
  const plain =
    $from.parent.type === heading || ($from.parent.type === codeBlock && $from.parent.content.size === 0);
  return plain && setBlockType(paragraph)(state, dispatch, view);
};

/** A paragraph after the outermost block the caret is in, with the caret in it. */
export const paragraphBelow: Command = (state, dispatch) => {
  const { $to } = state.selection;
  const depth = $to.depth > 0 ? 1 : 0;
  if (depth === 0) return false;
  const after = $to.after(depth);
  const tr = state.tr.insert(after, paragraph.create());
  dispatch?.(tr.setSelection(Selection.near(tr.doc.resolve(after + 1), 1)).scrollIntoView());
  return true;
};

function isContainer(node: Node): boolean {
  return node.type === blockquote || node.type === callout || node.type.name === "footnote_definition";
}
