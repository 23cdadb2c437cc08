import { inverseNow, sameExtent } from "@chopin/document/inverse_now";
import { setMirror, tryStep } from "@chopin/document/steps";
import { Mapping } from "prosemirror-transform";
import type { Step, StepMap, Transform } from "prosemirror-transform";

/**
 * Applies `steps`, made by someone who had not seen the changes of `over` yet, on top of the transform. A step whose
 * place is gone is left out; a step that `undoes` an earlier one takes back what became of that one. Returns how
 * many were left out. Only maps are needed: the document the steps were made on is not.
 */
export function applyRebased(
  transform: Transform,
  steps: readonly Step[],
  {
    over,
    undoes = [],
  }: { over: readonly StepMap[]; undoes?: readonly (readonly [number, number])[] | undefined },
): { failed: number } {
  const inverses = steps.map((step) => step.getMap().invert()).toReversed();
  const mapping = new Mapping([...inverses, ...over]);
  const undone = new Map(undoes.filter(([later, earlier]) => earlier < later));
  const takenBack = new Set(undone.values());
  const placed = new Map<number, number>();
  const pairs: [number, number][] = [];
  steps.forEach((step, i) => {
    const at = over.length === 0 ? undefined : placeOfUndone(i, undone, placed);
    // The inverses of this step's predecessors stand last among the inverses.
    const mapped =
      at === undefined ? step.map(mapping.slice(steps.length - i)) : inverseNow(transform, at, pairs);
    if (!mapped) return;
    // A step that others made smaller, and its taking back: both go, which comes to the same.
    if (over.length > 0 && takenBack.has(i) && !sameExtent(mapped, step)) return;
    if (!tryStep(transform, mapped)) return;
    placed.set(i, transform.steps.length - 1);
    if (at !== undefined) pairs.push([at, transform.steps.length - 1]);
    mapping.appendMap(mapped.getMap());
    setMirror(mapping, steps.length - 1 - i, mapping.maps.length - 1);
  });
  return { failed: steps.length - placed.size };
}

/**
 * Where the step that `step` takes back stands in the transform; -1 when it is gone, so that there is nothing to
 * take back. Undefined: it takes none back, or one that took back another and is gone, and stands for itself.
 */
function placeOfUndone(
  step: number,
  undone: ReadonlyMap<number, number>,
  placed: ReadonlyMap<number, number>,
): number | undefined {
  const earlier = undone.get(step);
  if (earlier === undefined) return undefined;
  return placed.get(earlier) ?? (undone.has(earlier) ? undefined : -1);
}
