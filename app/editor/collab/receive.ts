import type { Node } from "prosemirror-model";
import { TextSelection } from "prosemirror-state";
import type { EditorState, Transaction } from "prosemirror-state";
import { Mapping, Step } from "prosemirror-transform";
import { tryStep } from "@chopin/document/steps";
import type { CommittedSteps } from "@chopin/protocol/document";
import { collabState, dispatchOwn, remember } from "./collab.ts";
import type { CollabState, EditorLike } from "./collab.ts";
import { adopt, alignSteps, rebase } from "./rebase.ts";
import type { Unconfirmed } from "./rebase.ts";
import { rescueWords } from "./rescue.ts";

/**
 * Applies commits that the authority has put in order, the first on top of `base`. Those at or before this
 * editor's version are passed over, so a frame may come twice. "gap" when `base` is ahead: nothing is applied.
 * Throws when something does not fit; then the document has to be fetched anew.
 */
export function receive(
  editor: EditorLike,
  base: number,
  commits: readonly CommittedSteps[],
): "applied" | "gap" {
  const { version } = collabState(editor.state);
  if (base > version) return "gap";
  const run = new OthersRun();
  for (const { commit, standsAt } of notYetKnown(base, version, commits)) {
    const { inFlight } = collabState(editor.state);
    if (inFlight?.commit !== commit.commit) {
      run.add(commit, editor.state);
      continue;
    }
    applyOthers(editor, run.take());
    if (collabState(editor.state).version !== standsAt)
      throw new Error("a commit does not stand where it says");
    applyOwn(editor, parse(editor.state, commit));
  }
  applyOthers(editor, run.take());
  return "applied";
}

/** Confirms the commit in flight as it was sent: the authority said that it stands unchanged at our version. */
export function confirm(editor: EditorLike): void {
  const { state } = editor;
  const collab = collabState(state);
  if (!collab.inFlight) return;
  dispatchOwn(editor, state.tr, confirmed(collab, collab.inFlight.count), null);
}

/** The authority found nothing left of the commit in flight: it is undone here as well. */
export function dropInFlight(editor: EditorLike): void {
  applyOwn(editor, []);
}

function notYetKnown(base: number, version: number, commits: readonly CommittedSteps[]) {
  let at = base;
  const fresh: { commit: CommittedSteps; standsAt: number }[] = [];
  for (const commit of commits) {
    const standsAt = at;
    at += commit.steps.length;
    if (standsAt >= version) fresh.push({ commit, standsAt });
    else if (at > version) throw new Error("a commit begins before this version and ends after it");
  }
  return fresh;
}

/** Collects commits of others that follow one another, to apply them in one transaction. */
class OthersRun {
  #steps: Step[] = [];
  #persons = new Set<string>();

  add(commit: CommittedSteps, state: EditorState): void {
    this.#steps.push(...parse(state, commit));
    this.#persons.add(commit.person);
  }

  take(): { steps: Step[]; persons: string[] } {
    const taken = { steps: this.#steps, persons: [...this.#persons] };
    this.#steps = [];
    this.#persons = new Set();
    return taken;
  }
}

function applyOthers(editor: EditorLike, { steps, persons }: { steps: Step[]; persons: string[] }): void {
  if (steps.length === 0) return;
  const { state } = editor;
  const collab = collabState(state);
  const { tr } = state;
  const inFlight = collab.inFlight?.count ?? 0;
  const { kept, ...left } = rebase(tr, collab.unconfirmed, { over: steps, inFlight });
  const count = collab.inFlight ? keptOf(collab.inFlight.count, collab, tr.mapping) : 0;
  const version = collab.version + steps.length;
  const next: CollabState = {
    version,
    unconfirmed: kept,
    inFlight: collab.inFlight && count > 0 ? { ...collab.inFlight, count } : null,
    recent: remember(collab, version, mapsOf(steps)),
  };
  if (collab.unconfirmed.length > 0) tr.setMeta("rebased", collab.unconfirmed.length);
  dispatchOwn(editor, keepCaret(tr, state), next, { persons });
  afterwards(editor, state, { rebasing: tr, ...left });
}

/** What a rebase could not put back where it was is done on top: words are saved, takings back made anew. */
function afterwards(
  editor: EditorLike,
  before: EditorState,
  { rebasing, gone, late }: { rebasing: Transaction; gone: number[]; late: Unconfirmed[] },
): void {
  const mapping = new Mapping();
  if (gone.length > 0) mapping.appendMapping(rescueWords(editor, before, { rebasing, gone }));
  for (const one of late) makeAnew(editor, one, mapping);
}

/** A taking back is this person's, but no news to history. `mapping`: from where `one` was placed to here. */
function makeAnew(editor: EditorLike, one: Unconfirmed, mapping: Mapping): void {
  const { state } = editor;
  const collab = collabState(state);
  const { tr } = state;
  const step = one.step.map(mapping);
  if (!step || !tryStep(tr, step)) return;
  const serial = (collab.unconfirmed.at(-1)?.serial ?? 0) + 1;
  const anew = { ...one, serial, step, inverted: step.invert(state.doc) };
  dispatchOwn(editor, tr, { ...collab, unconfirmed: [...collab.unconfirmed, anew] }, { persons: [] });
  mapping.appendMapping(tr.mapping);
}

/** How many of the first `count` unconfirmed steps a rebase has kept: those whose inverse found a mirror. */
function keptOf(count: number, collab: CollabState, mapping: Mapping): number {
  const last = collab.unconfirmed.length - 1;
  return collab.unconfirmed.slice(0, count).filter((_, i) => mapping.getMirror(last - i) !== undefined)
    .length;
}

/**
 * The echo of the commit in flight. Where the authority's steps differ from ours, the authority's stand; what it
 * added at the end (it mends tables) comes as if from someone else.
 */
function applyOwn(editor: EditorLike, steps: readonly Step[]): void {
  const { state } = editor;
  const collab = collabState(state);
  const count = collab.inFlight?.count ?? 0;
  const ours = collab.unconfirmed.slice(0, count).map(({ step }) => step);
  const added = steps.length - 1 - alignSteps(ours, steps).findLastIndex((origin) => origin !== null);
  const echoed = steps.slice(0, steps.length - added);
  if (sameSteps(ours, echoed)) confirm(editor);
  else takeOver(editor, count, echoed);
  applyOthers(editor, { steps: steps.slice(echoed.length), persons: [] });
}

function takeOver(editor: EditorLike, count: number, steps: readonly Step[]): void {
  const { state } = editor;
  const collab = collabState(state);
  const { tr } = state;
  const { kept, ...left } = adopt(tr, collab.unconfirmed, { count, authoritative: steps });
  const version = collab.version + steps.length;
  const recent = steps.length > 0 ? remember(collab, version, mapsOf(steps)) : collab.recent;
  tr.setMeta("rebased", collab.unconfirmed.length);
  const next = { version, unconfirmed: kept, inFlight: null, recent };
  dispatchOwn(editor, keepCaret(tr, state), next, { persons: [] });
  afterwards(editor, state, { rebasing: tr, ...left });
}

function confirmed(collab: CollabState, count: number): CollabState {
  const version = collab.version + count;
  const maps = mapsOf(collab.unconfirmed.slice(0, count).map(({ step }) => step));
  return {
    version,
    unconfirmed: collab.unconfirmed.slice(count),
    inFlight: null,
    recent: count > 0 ? remember(collab, version, maps) : collab.recent,
  };
}

function mapsOf(steps: readonly Step[]): Mapping {
  return new Mapping(steps.map((step) => step.getMap()));
}

function sameSteps(a: readonly Step[], b: readonly Step[]): boolean {
  return a.length === b.length && JSON.stringify(a) === JSON.stringify(b);
}

function parse(state: EditorState, commit: CommittedSteps): Step[] {
  return commit.steps.map((json) => Step.fromJSON(state.schema, json));
}

/** Keeps the caret before what others insert at it, and the marks that were chosen for the next letter. */
function keepCaret(tr: Transaction, before: EditorState): Transaction {
  const { selection, storedMarks } = before;
  if (selection instanceof TextSelection) {
    const anchor = resolve(tr.doc, tr.mapping.map(selection.anchor, -1));
    const head = resolve(tr.doc, tr.mapping.map(selection.head, -1));
    const kept = TextSelection.between(anchor, head);
    if (!kept.eq(tr.selection)) tr.setSelection(kept);
  }
  return storedMarks ? tr.setStoredMarks(storedMarks) : tr;
}

function resolve(doc: Node, pos: number) {
  return doc.resolve(Math.max(0, Math.min(pos, doc.content.size)));
}
