import { Fragment, Node, Slice } from "prosemirror-model";
import type { EditorState, Transaction } from "prosemirror-state";
import { Mapping, ReplaceStep } from "prosemirror-transform";
import type { Step } from "prosemirror-transform";
import { tryStep } from "@chopin/document/steps";
import { collabState, dispatchOwn } from "./collab.ts";
import type { EditorLike } from "./collab.ts";
import { textOfSteps } from "./unconfirmed-text.ts";
import { rebase } from "./rebase.ts";
import type { Unconfirmed } from "./rebase.ts";
import { rescueWords } from "./rescue.ts";

/**
 * Moves an editor onto the authority's own document, whatever it held before: the difference is applied as if
 * someone else had typed it, and what is unconfirmed is put back on top as far as it applies. The caret and the
 * undo history survive. Returns the text of what could not be put back, or null; where the authority knows less than
 * this page had seen confirmed, because a backup was put back, also the blocks that this page had and it has not.
 */
export function restart(editor: EditorLike, doc: Node, version: number): string | null {
  const { state } = editor;
  const { version: seen, unconfirmed, inFlight } = collabState(state);
  const vanished = version < seen ? vanishedText(state, doc) : null;
  const careful = slideUnder(state, doc, unconfirmed);
  const { tr, kept } = careful ?? replaceAll(state, doc, unconfirmed);
  const sent = inFlight?.count ?? 0;
  const gone = unconfirmed.map((_, i) => i).filter((i) => !kept.has(i));
  const count = unconfirmed.slice(0, sent).filter((_, i) => kept.has(i)).length;
  const next = {
    version,
    unconfirmed: [...kept.values()],
    inFlight: inFlight && count > 0 ? { ...inFlight, count } : null,
    recent: [],
  };
  if (careful && unconfirmed.length > 0) tr.setMeta("rebased", unconfirmed.length);
  dispatchOwn(editor, tr, next, { persons: [] });
  // What was sent may be in the authority's document already; put back once more it would be there twice.
  const rescued = careful ? gone.filter((i) => i >= sent) : [];
  rescueWords(editor, state, { rebasing: tr, gone: rescued });
  const lost = gone.filter((i) => !rescued.includes(i)).flatMap((i) => unconfirmed[i]?.step ?? []);
  const texts = [vanished, textOfSteps(lost)].filter((text) => text !== null);
  return texts.length === 0 ? null : texts.join("\n\n");
}

/** The blocks of this page's confirmed text that the other one lacks, as text. */
function vanishedText(state: EditorState, doc: Node): string | null {
  const ground = confirmedDoc(state);
  const texts = differingRuns(ground, doc).map(({ from, to }) => ground.textBetween(from, to, "\n"));
  const text = texts.filter((one) => one.trim() !== "").join("\n\n");
  return text === "" ? null : text;
}

function confirmedDoc(state: EditorState): Node {
  try {
    return groundOf(state, collabState(state).unconfirmed);
  } catch {
    return state.doc;
  }
}

type Restarted = { tr: Transaction; kept: Map<number, Unconfirmed> };

function slideUnder(state: EditorState, doc: Node, unconfirmed: readonly Unconfirmed[]): Restarted | null {
  try {
    const { tr } = state;
    const ground = groundOf(state, unconfirmed);
    const over = difference(ground, doc);
    const { kept: left } = rebase(tr, unconfirmed, { over, inFlight: unconfirmed.length });
    const last = unconfirmed.length - 1;
    const indices = unconfirmed.map((_, i) => i).filter((i) => tr.mapping.getMirror(last - i) !== undefined);
    const kept = new Map(left.map((step, i) => [indices[i] ?? i, step]));
    const reached = tr.docs[unconfirmed.length + over.length] ?? tr.doc;
    return reached.eq(doc) ? { tr, kept } : null;
  } catch {
    return null;
  }
}

/** Last resort: the whole text is exchanged and each step tried where it stood. */
function replaceAll(state: EditorState, doc: Node, unconfirmed: readonly Unconfirmed[]): Restarted {
  const { tr } = state;
  tr.step(new ReplaceStep(0, tr.doc.content.size, new Slice(doc.content, 0, 0)));
  const kept = new Map<number, Unconfirmed>();
  const lostMaps = new Mapping();
  unconfirmed.forEach((one, i) => {
    const mapped = one.step.map(lostMaps);
    const before = tr.doc;
    if (mapped && tryStep(tr, mapped)) kept.set(i, { ...one, step: mapped, inverted: mapped.invert(before) });
    else lostMaps.appendMap(one.step.getMap().invert());
  });
  return { tr, kept };
}

/** The document below the unconfirmed steps. */
function groundOf(state: EditorState, unconfirmed: readonly Unconfirmed[]): Node {
  const { tr } = state;
  for (const { inverted } of unconfirmed.toReversed()) tr.step(inverted);
  return tr.doc;
}

/** Steps from `before` to `after`, one for each run of blocks that differs, last first so that positions hold. */
function difference(before: Node, after: Node): Step[] {
  const runs = differingRuns(before, after);
  return runs
    .toReversed()
    .map(({ from, to, blocks }) => new ReplaceStep(from, to, new Slice(Fragment.from(blocks), 0, 0)));
}

type Run = { from: number; to: number; blocks: Node[] };

function differingRuns(before: Node, after: Node): Run[] {
  const old = before.children;
  const fresh = after.children;
  const runs: Run[] = [];
  let pos = 0;
  let at = 0;
  let open: Run | null = null;
  for (const block of old) {
    const match = findBlock(fresh, block, at);
    if (match < 0) {
      open ??= { from: pos, to: pos, blocks: [] };
      open.to = pos + block.nodeSize;
    } else {
      if (match > at) open ??= { from: pos, to: pos, blocks: [] };
      if (open) runs.push({ ...open, blocks: fresh.slice(at, match) });
      open = null;
      at = match + 1;
    }
    pos += block.nodeSize;
  }
  if (open || at < fresh.length) runs.push({ ...(open ?? { from: pos, to: pos }), blocks: fresh.slice(at) });
  return runs;
}

/** Looks for an equal block close ahead; far ones are not worth losing the blocks between. */
function findBlock(blocks: readonly Node[], wanted: Node, from: number): number {
  const end = Math.min(blocks.length, from + 64);
  for (let i = from; i < end; i++) if (blocks[i]?.eq(wanted)) return i;
  return -1;
}
