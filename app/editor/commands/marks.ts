import { schema } from "@chopin/document/schema";
import { toggleMark } from "prosemirror-commands";
import type { MarkType } from "prosemirror-model";
import { TextSelection } from "prosemirror-state";
import type { Command, EditorState } from "prosemirror-state";
import { safeAddress } from "../address.ts";

const { strong, emphasis, strike, code, link } = schema.marks;

/** Toggles a mark; over a mixed selection it is set everywhere before it is taken away anywhere. */
export const toggleStrong = toggle(strong);
export const toggleEmphasis = toggle(emphasis);
export const toggleStrike = toggle(strike);
export const toggleCode = toggle(code);

/** The link around the caret or under the selection's start, with its whole extent; null where there is none. */
export function linkAt(state: EditorState): { from: number; to: number; href: string } | null {
  const { $from, from, empty } = state.selection;
  const near = empty ? [$from.nodeBefore, $from.nodeAfter] : [$from.nodeAfter];
  const mark = near.flatMap((node) => node?.marks ?? []).find(({ type }) => type === link);
  if (!mark) return null;
  const start = $from.start();
  const runs: { from: number; to: number }[] = [];
  $from.parent.forEach((child, offset) => {
    if (!mark.isInSet(child.marks)) return;
    const last = runs.at(-1);
    if (last?.to === start + offset) last.to += child.nodeSize;
    else runs.push({ from: start + offset, to: start + offset + child.nodeSize });
  });
  const run = runs.find((each) => each.from <= from && from <= each.to);
  return run ? { ...run, href: mark.attrs.href } : null;
}

/**
 * Links the selection, or changes the link around the caret; with neither, the address itself is written as the
 * linked text. False for an address that may not be linked.
 */
export function setLink(options: { href: string }): Command {
  return (state, dispatch) => {
    const href = safeAddress(options.href);
    if (href === null || !link) return false;
    const existing = linkAt(state);
    const { from, to } = existing ?? state.selection;
    if (!state.doc.resolve(from).parent.type.allowsMarkType(link)) return false;
    const mark = link.create({ href });
    const tr = state.tr;
    if (from === to) tr.replaceSelectionWith(schema.text(href, [mark]), false);
    else tr.removeMark(from, to, link).addMark(from, to, mark);
    tr.setSelection(TextSelection.create(tr.doc, tr.mapping.map(to)));
    dispatch?.(tr.scrollIntoView());
    return true;
  };
}

/** Takes the link around the caret or the links in the selection away; their text stays. */
export const removeLink: Command = (state, dispatch) => {
  const range = linkAt(state) ?? (state.selection.empty ? null : state.selection);
  if (!range || !link || !state.doc.rangeHasMark(range.from, range.to, link)) return false;
  dispatch?.(state.tr.removeMark(range.from, range.to, link));
  return true;
};

function toggle(type: MarkType | undefined): Command {
  if (!type) throw new Error("the schema lacks a mark the editor toggles");
  return toggleMark(type, null, { removeWhenPresent: false });
}
