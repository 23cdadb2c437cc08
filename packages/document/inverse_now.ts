import { Mapping } from "prosemirror-transform";
import type { Step, Transform } from "prosemirror-transform";
import { setMirror } from "./steps.ts";

/**
 * The step that takes back step `at` of a transform, as it has to be after the steps that followed it; null when
 * nothing is left to take back. `pairs` names steps of the transform of which the second takes back the first, so
 * that a place inside text that went and came again is found.
 *
 * An undo is sent along with what it undoes. Where others' changes slide under both, mapping the undo alone would
 * bring back what they deleted; taken from what the undone step really did, it brings back just that.
 */
export function inverseNow(
  transform: Transform,
  at: number,
  pairs: readonly (readonly [number, number])[],
): Step | null {
  const step = transform.steps[at];
  const before = transform.docs[at];
  if (!step || !before) return null;
  const start = at + 1;
  const mapping = new Mapping(transform.mapping.maps.slice(start));
  for (const [first, second] of pairs) if (first >= start) setMirror(mapping, first - start, second - start);
  return step.invert(before).map(mapping);
}

/** Whether two steps take away and put in as much as each other. */
export function sameExtent(a: Step, b: Step): boolean {
  return extentOf(a) === extentOf(b);
}

function extentOf(step: Step): string {
  const sizes: number[] = [];
  step.getMap().forEach((from, to, newFrom, newTo) => sizes.push(to - from, newTo - newFrom));
  return sizes.join(" ");
}
