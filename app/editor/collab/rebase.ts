import { inverseNow, sameExtent } from "@chopin/document/inverse_now";
import { setMirror, tryStep } from "@chopin/document/steps";
import { ReplaceStep } from "prosemirror-transform";
import type { Step, Transform } from "prosemirror-transform";
import { tryInsert, wordsOf } from "./words.ts";

/**
 * A step of this editor which the authority has not confirmed, with the step that takes it back. `undoes` is the
 * serial of an earlier one which this one takes back itself; after a rebase it takes back what that one then does.
 * `restores`: made by an undo, so that what it puts in was there before.
 */
export type Unconfirmed = {
  serial: number;
  step: Step;
  inverted: Step;
  undoes: number | null;
  restores?: boolean;
};

/**
 * What became of the unconfirmed steps. `late`: takings back of an in-flight step which has become smaller under way;
 * prosemirror-history cannot pair such a step with its old self, so they are to be made anew, on top. `gone`: indices
 * of those that could not be put back.
 */
export type Rebased = { kept: Unconfirmed[]; late: Unconfirmed[]; gone: number[] };

/**
 * Takes `local` back, applies `over`, and puts back what of `local` still applies. The transform ends up as
 * prosemirror-history expects it for its `rebased` meta: inverses first, then `over`, then the steps put back, each
 * mirrored to its inverse. The first `inFlight` steps belong to one commit. Throws when an inverse or a step of
 * `over` does not apply: then document and version have come apart and only the authority's own text helps.
 */
export function rebase(
  transform: Transform,
  local: readonly Unconfirmed[],
  { over, inFlight }: { over: readonly Step[]; inFlight: number },
): Rebased {
  takeBack(transform, local);
  for (const step of over) transform.step(step);
  return putBack(transform, local, { from: 0, inFlight, placed: new Map() });
}

/**
 * Replaces the first `count` of `local`, which are in flight, by what the authority made of them. Its steps are a
 * subsequence of ours, mapped; each is mirrored to the inverse of the one it came from, so that what was typed
 * inside text of an in-flight step finds its place again.
 */
export function adopt(
  transform: Transform,
  local: readonly Unconfirmed[],
  { count, authoritative }: { count: number; authoritative: readonly Step[] },
): Rebased {
  takeBack(transform, local);
  const sent = local.slice(0, count).map(({ step }) => step);
  const origins = alignSteps(sent, authoritative);
  // History keeps only the maps that stand before the first mirrored one: mirror none before the last stranger.
  const firstMirrored = origins.lastIndexOf(null) + 1;
  const placed = new Map<number, number>();
  authoritative.forEach((step, i) => {
    transform.step(step);
    const origin = origins[i] ?? null;
    const from = origin === null ? undefined : local[origin];
    if (origin === null || !from) return;
    placed.set(from.serial, transform.steps.length - 1);
    if (i >= firstMirrored) mirror(transform, local.length - 1 - origin);
  });
  const rebased = putBack(transform, local, { from: count, inFlight: count, placed });
  // The same words in another form, or at a place that this page could not tell, are not lost.
  const strangers = authoritative.flatMap((step, i) => (origins[i] === null ? wordsOf(step) : []));
  const lost = sent.flatMap((step, i) => {
    if (origins.includes(i)) return [];
    const there = strangers.indexOf(wordsOf(step));
    if (there >= 0) strangers.splice(there, 1);
    return there >= 0 ? [] : i;
  });
  return { ...rebased, gone: [...lost, ...rebased.gone] };
}

function takeBack(transform: Transform, local: readonly Unconfirmed[]): void {
  for (const { inverted } of local.toReversed()) transform.step(inverted);
}

/** Puts back `local` from an index on. `placed`: where in the transform the serials before it stand. */
function putBack(
  transform: Transform,
  local: readonly Unconfirmed[],
  { from, inFlight, placed }: { from: number; inFlight: number; placed: Map<number, number> },
): Rebased {
  const kept: Unconfirmed[] = [];
  const late: { one: Unconfirmed; after: number }[] = [];
  const gone: number[] = [];
  const pairs: [number, number][] = [];
  for (let i = from; i < local.length; i++) {
    const one = local[i];
    if (!one) continue;
    const undone = one.undoes === null ? -1 : local.findIndex(({ serial }) => serial === one.undoes);
    const at = undone < 0 ? null : placeOfUndone(local, undone, placed);
    const mapped =
      at === null
        ? one.step.map(transform.mapping.slice(local.length - i))
        : inverseNow(transform, at, pairs);
    // A step and what takes it back both go, which comes to the same; unless the undone one is on its way already.
    const smaller = mapped !== null && !sameExtent(mapped, one.step);
    if (
      smaller &&
      at !== null &&
      undone < inFlight &&
      i >= inFlight &&
      !isTakenBackWithin(local, i, inFlight)
    ) {
      late.push({ one: { ...one, step: mapped }, after: transform.steps.length });
      continue;
    }
    const before = transform.doc;
    const goes = smaller && isTakenBackWithin(local, i, inFlight);
    const step = mapped && !goes ? putStep(transform, mapped, one) : null;
    if (!step) {
      gone.push(i);
      continue;
    }
    const now = transform.steps.length - 1;
    mirror(transform, local.length - 1 - i);
    placed.set(one.serial, now);
    if (at !== null) pairs.push([at, now]);
    kept.push({ ...one, step, inverted: step.invert(before) });
  }
  return { kept, late: late.flatMap((each) => onTop(transform, each)), gone };
}

/**
 * Applies a step; or, where the schema does not let it stand in what others made of its place, puts just its words
 * there. Returns what was applied, or null.
 */
function putStep(transform: Transform, step: Step, { undoes, restores }: Unconfirmed): Step | null {
  if (tryStep(transform, step)) return step;
  if (undoes !== null || restores || wordsOf(step) === "" || !(step instanceof ReplaceStep)) return null;
  for (const at of [step.from, step.to]) {
    if (at > transform.doc.content.size || !transform.doc.resolve(at).parent.inlineContent) continue;
    const words = tryInsert(transform.doc, at, step.slice)?.steps;
    if (words?.length === 1 && words[0] && tryStep(transform, words[0])) return words[0];
  }
  return null;
}

/** A step that was placed in the middle of the transform, as it has to be at its end. */
function onTop(transform: Transform, { one, after }: { one: Unconfirmed; after: number }): Unconfirmed[] {
  const step = one.step.map(transform.mapping.slice(after));
  return step ? [{ ...one, step }] : [];
}

/**
 * Where the step at `undone` stands now; -1 when it is gone, so that there is nothing to take back; null when it was
 * itself a taking back that is gone: then what takes it back stands for itself.
 */
function placeOfUndone(
  local: readonly Unconfirmed[],
  undone: number,
  placed: ReadonlyMap<number, number>,
): number | null {
  const step = local[undone];
  const at = step && placed.get(step.serial);
  if (at !== undefined) return at;
  return local.some(({ serial }) => serial === step?.undoes) ? null : -1;
}

/** Whether a later step of the same commit takes step `i` back. */
function isTakenBackWithin(local: readonly Unconfirmed[], i: number, inFlight: number): boolean {
  const by = local.findIndex(({ undoes }) => undoes === local[i]?.serial);
  return by >= 0 && by < inFlight === i < inFlight;
}

/** Says that the newest step puts back what the inverse at `inverse` took away. */
function mirror(transform: Transform, inverse: number): void {
  setMirror(transform.mapping, inverse, transform.steps.length - 1);
}

/** For each authoritative step the index of the local one it came from, or null. */
export function alignSteps(local: readonly Step[], authoritative: readonly Step[]): (number | null)[] {
  let next = 0;
  return authoritative.map((step) => {
    const at = local.findIndex((own, i) => i >= next && sameShape(own, step));
    if (at < 0) return null;
    next = at + 1;
    return at;
  });
}

/** Whether two steps are the same change at other positions: kind, content and extent agree. */
function sameShape(a: Step, b: Step): boolean {
  return a.constructor === b.constructor && sameExtent(a, b) && content(a) === content(b);
}

function content(step: Step): string {
  return JSON.stringify(step.toJSON(), (key, value) =>
    typeof value === "number" && POSITIONS.has(key) ? 0 : value,
  );
}

const POSITIONS = new Set(["from", "to", "gapFrom", "gapTo", "pos"]);
