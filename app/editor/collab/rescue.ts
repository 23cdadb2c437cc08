import { schema } from "@chopin/document/schema";
import { Fragment, Slice } from "prosemirror-model";
import type { Node } from "prosemirror-model";
import { closeHistory } from "prosemirror-history";
import { Selection } from "prosemirror-state";
import type { EditorState, Transaction } from "prosemirror-state";
import { ReplaceStep } from "prosemirror-transform";
import type { Mapping, StepMap } from "prosemirror-transform";
import { collabState, dispatchOwn } from "./collab.ts";
import type { EditorLike } from "./collab.ts";
import type { Unconfirmed } from "./rebase.ts";
import { withStepsOf } from "./undone.ts";
import { OBJECT, tryInsert } from "./words.ts";

/**
 * Puts the words back that this person had typed, unconfirmed, into a place which others took away at that moment: at
 * the same place if it can hold them, else in a paragraph of their own beside it. They are a new edit of this person,
 * which can be undone. `before`: the state before `rebasing` was applied; `gone`: indices of the unconfirmed steps it
 * could not put back. Returns how the text moved.
 */
export function rescueWords(
  editor: EditorLike,
  before: EditorState,
  { rebasing, gone }: { rebasing: Transaction; gone: readonly number[] },
): Mapping {
  const { tr } = editor.state;
  for (const displaced of displacedWords(before, gone, rebasing.mapping)) putBack(tr, displaced);
  if (tr.steps.length === 0) return tr.mapping;
  const collab = collabState(editor.state);
  const next = { ...collab, unconfirmed: withStepsOf(tr, collab.unconfirmed) };
  // The event it would join may have gone with the steps, and then there would be nothing to undo.
  dispatchOwn(editor, closeHistory(tr), next, { persons: [] }, { undoable: true });
  return tr.mapping;
}

type Range = { from: number; to: number };

/** Words that are in the text no more, and what stands where they stood. `caret`: how far before their end it was. */
type Displaced = { place: Range; words: Slice; caret: number | null };

/**
 * Read from the text as it was on the screen, not from the steps: so the words are in order, and what was typed and
 * taken back again does not return.
 */
function displacedWords(before: EditorState, gone: readonly number[], through: Mapping): Displaced[] {
  const { doc, selection } = before;
  const { unconfirmed } = collabState(before);
  const ranges = touching(gone.flatMap((index) => insertedBy(unconfirmed, index)));
  return ranges.flatMap((range) => {
    const { from, to } = wordsIn(doc, range);
    if (from >= to) return [];
    const caret = selection.empty && from <= selection.head && selection.head <= to;
    return {
      place: { from: through.map(from, -1), to: through.map(to, 1) },
      words: doc.slice(from, to),
      caret: caret ? to - selection.head : null,
    };
  });
}

/** Where the content that an unconfirmed step put in stands now; what an undo or redo brought back is no new word. */
function insertedBy(unconfirmed: readonly Unconfirmed[], index: number): Range[] {
  const one = unconfirmed[index];
  if (!one || one.undoes !== null || one.restores || !(one.step instanceof ReplaceStep)) return [];
  const put: Range[] = [];
  one.step.getMap().forEach((_from, _to, from, to) => from < to && put.push({ from, to }));
  return unconfirmed.slice(index + 1).reduce((ranges, { step }) => follow(ranges, step.getMap()), put);
}

/** What is left of ranges after a step; what the step put in place of a part is not of them. */
function follow(ranges: readonly Range[], map: StepMap): Range[] {
  let left = [...ranges];
  map.forEach((start, end) => {
    if (start === end) return;
    left = left.flatMap(({ from, to }) => [
      { from, to: Math.min(to, start) },
      { from: Math.max(from, end), to },
    ]);
    left = left.filter(({ from, to }) => from < to);
  });
  return left.map(({ from, to }) => ({ from: map.map(from, 1), to: map.map(to, -1) }));
}

/** A range without the ends and beginnings of blocks that it begins and ends with; empty when it has no words. */
function wordsIn(doc: Node, { from, to }: Range): Range {
  const words = { from: to, to: from };
  doc.nodesBetween(from, to, (node, pos) => {
    if (!node.isInline) return;
    words.from = Math.min(words.from, Math.max(from, pos));
    words.to = Math.max(words.to, Math.min(to, pos + node.nodeSize));
  });
  return words;
}

function touching(ranges: readonly Range[]): Range[] {
  const united: Range[] = [];
  for (const range of ranges.toSorted((a, b) => a.from - b.from)) {
    const last = united.at(-1);
    if (last && range.from <= last.to) last.to = Math.max(last.to, range.to);
    else united.push({ ...range });
  }
  return united;
}

function putBack(tr: Transaction, { place, words, caret }: Displaced): void {
  const from = tr.mapping.map(place.from, -1);
  const to = tr.mapping.map(place.to, 1);
  for (const { at, slice } of attempts(tr.doc, { from, to }, words)) {
    const trial = tryInsert(tr.doc, at, slice);
    if (!trial) continue;
    for (const step of trial.steps) tr.step(step);
    if (caret === null) return;
    const end = Selection.near(tr.doc.resolve(trial.mapping.map(at, 1)), -1).head;
    tr.setSelection(Selection.near(tr.doc.resolve(Math.max(at, end - caret)), -1));
    return;
  }
}

/** Places and forms in which the words may stand, best first; the last one, plain words at the very end, always fits. */
function* attempts(doc: Node, { from, to }: Range, words: Slice): Generator<{ at: number; slice: Slice }> {
  const inline = words.content.firstChild?.isInline ?? false;
  const blocks = inline ? paragraphs([words.content]) : new Slice(words.content, 0, 0);
  // Who leaves an empty item of a list by Enter takes it away and puts another in its place.
  const empty = inline ? emptyTextblock(doc, { from, to }) : null;
  if (empty !== null) yield { at: empty, slice: words };
  const $to = doc.resolve(Math.min(to, doc.content.size));
  if ($to.parent.inlineContent) yield { at: $to.pos, slice: words };
  else yield { at: $to.pos, slice: blocks };
  for (let depth = $to.depth; depth > 0; depth--) yield { at: $to.after(depth), slice: blocks };
  const plain = words.content
    .textBetween(0, words.content.size, "\n", OBJECT)
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => Fragment.from(schema.text(line)));
  yield { at: doc.content.size, slice: paragraphs(plain) };
}

function emptyTextblock(doc: Node, { from, to }: Range): number | null {
  let found: number | null = null;
  doc.nodesBetween(from, Math.min(to, doc.content.size), (node, pos) => {
    if (node.isTextblock && node.content.size === 0 && pos >= from && pos < to) found ??= pos + 1;
    return found === null;
  });
  return found;
}

function paragraphs(lines: readonly Fragment[]): Slice {
  const blocks = lines.map((line) => schema.node("paragraph", null, line));
  return new Slice(Fragment.from(blocks), 0, 0);
}
