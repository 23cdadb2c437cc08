import { Mapping } from "prosemirror-transform";
import type { Step, StepMap, Transform } from "prosemirror-transform";

/**
 * Applies `steps`, made by someone who had not seen the changes of `over` yet, on top of the transform. A step whose
 * place is gone is left out. Returns how many were applied. Only maps are needed: the document the steps were made
 * on is not.
 */
export function applyRebased(
  transform: Transform,
  steps: readonly Step[],
  over: readonly StepMap[],
): { applied: number; failed: number } {
  const inverses = steps.map((step) => step.getMap().invert()).toReversed();
  const mapping = new Mapping([...inverses, ...over]) as Mapping & { setMirror(a: number, b: number): void };
  let applied = 0;
  steps.forEach((step, i) => {
    // The inverses of this step's predecessors stand last among the inverses.
    const mapped = step.map(mapping.slice(steps.length - i));
    if (!mapped || !tryStep(transform, mapped)) return;
    applied++;
    mapping.appendMap(mapped.getMap());
    mapping.setMirror(steps.length - 1 - i, mapping.maps.length - 1);
  });
  return { applied, failed: steps.length - applied };
}

/** A step that throws, for instance at a position outside the document, is a step that does not apply. */
function tryStep(transform: Transform, step: Step): boolean {
  try {
    return !transform.maybeStep(step).failed;
  } catch {
    return false;
  }
}
