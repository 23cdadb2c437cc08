import type { Mapping, Step, Transform } from "prosemirror-transform";

/** Applies `step` if it can be; a step that throws (a position outside the document) is one that cannot. */
export function tryStep(transform: Transform, step: Step): boolean {
  try {
    return !transform.maybeStep(step).failed;
  } catch {
    return false;
  }
}

/**
 * Says that map `second` of a mapping puts back what map `first` took away, so that a place inside it is found again.
 * Exists for collaboration, and is left out of the published types.
 */
export function setMirror(mapping: Mapping, first: number, second: number): void {
  (mapping as Mapping & { setMirror(first: number, second: number): void }).setMirror(first, second);
}
