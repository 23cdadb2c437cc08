import { inverseNow } from "@chopin/document/inverse_now";
import type { Mapping, Step, StepMap, Transform } from "prosemirror-transform";

/**
 * A step of this editor which the authority has not confirmed, with the step that takes it back. `undoes` is the
 * serial of an earlier one which this one takes back itself; after a rebase it takes back what that one then does.
 */
export type Unconfirmed = { serial: number; step: Step; inverted: Step; undoes: number | null };

/**
 * Takes `local` back, applies `over`, and puts back what of `local` still applies. The transform ends up as
 * prosemirror-history expects it for its `rebased` meta: inverses first, then `over`, then the steps put back, each
 * mirrored to its inverse. Throws when an inverse or a step of `over` does not apply: then document and version
 * have come apart and only the authority's own text helps.
 */
export function rebase(
  transform: Transform,
  local: readonly Unconfirmed[],
  over: readonly Step[],
): Unconfirmed[] {
  takeBack(transform, local);
  for (const step of over) transform.step(step);
  return putBack(transform, local, 0, new Map());
}

/**
 * Replaces the first `count` of `local`, which are in flight, by what the authority made of them. Its steps are a
 * subsequence of ours, mapped; each is mirrored to the inverse of the one it came from, so that what was typed
 * inside text of an in-flight step finds its place again.
 */
export function adopt(
  transform: Transform,
  local: readonly Unconfirmed[],
  count: number,
  authoritative: readonly Step[],
): Unconfirmed[] {
  takeBack(transform, local);
  const origins = alignSteps(
    local.slice(0, count).map(({ step }) => step),
    authoritative,
  );
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
  return putBack(transform, local, count, placed);
}

/** Applies `step` if it can be; a step that throws (a position outside the document) is one that cannot. */
export function tryStep(transform: Transform, step: Step): boolean {
  try {
    return !transform.maybeStep(step).failed;
  } catch {
    return false;
  }
}

function takeBack(transform: Transform, local: readonly Unconfirmed[]): void {
  for (const { inverted } of local.toReversed()) transform.step(inverted);
}

/** Puts back `local` from an index on. `placed`: where in the transform the serials before it stand. */
function putBack(
  transform: Transform,
  local: readonly Unconfirmed[],
  from: number,
  placed: Map<number, number>,
): Unconfirmed[] {
  const kept: Unconfirmed[] = [];
  const serials = new Set(local.map(({ serial }) => serial));
  const pairs: [number, number][] = [];
  for (let i = from; i < local.length; i++) {
    const one = local[i];
    if (!one) continue;
    const undone = one.undoes !== null && serials.has(one.undoes) ? (placed.get(one.undoes) ?? -1) : null;
    const mapped =
      undone === null
        ? one.step.map(transform.mapping.slice(local.length - i))
        : inverseNow(transform, undone, pairs);
    const before = transform.doc;
    if (!mapped || !tryStep(transform, mapped)) continue;
    const at = transform.steps.length - 1;
    mirror(transform, local.length - 1 - i);
    placed.set(one.serial, at);
    if (undone !== null) pairs.push([undone, at]);
    kept.push({ ...one, step: mapped, inverted: mapped.invert(before) });
  }
  return kept;
}

/** Says that the newest step puts back what the inverse at `inverse` took away. */
function mirror(transform: Transform, inverse: number): void {
  // Exists for prosemirror-collab, and is left out of the published types.
  const mapping = transform.mapping as Mapping & { setMirror(a: number, b: number): void };
  mapping.setMirror(inverse, transform.steps.length - 1);
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
  return (
    a.constructor === b.constructor && extent(a.getMap()) === extent(b.getMap()) && content(a) === content(b)
  );
}

function extent(map: StepMap): string {
  const sizes: number[] = [];
  map.forEach((from, to, newFrom, newTo) => sizes.push(to - from, newTo - newFrom));
  return sizes.join(" ");
}

function content(step: Step): string {
  return JSON.stringify(step.toJSON(), (key, value) =>
    typeof value === "number" && POSITIONS.has(key) ? 0 : value,
  );
}

const POSITIONS = new Set(["from", "to", "gapFrom", "gapTo", "pos"]);
