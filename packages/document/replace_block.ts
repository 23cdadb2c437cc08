import type { Node } from "prosemirror-model";
import { Transform } from "prosemirror-transform";

/**
 * Replaces the block at `from` by `nodes`, touching as little as possible: the first node takes the old one's place by
 * its changed attributes and the changed part of its content, so that a cursor elsewhere in it stays where it is.
 */
export function replaceBlock(transform: Transform, options: { from: number; nodes: readonly Node[] }) {
  const { from, nodes } = options;
  const old = transform.doc.nodeAt(from);
  const [first, ...rest] = nodes;
  if (!old || !first) return;
  if (!turnInto(transform, from, first)) {
    transform.replaceWith(from, from + old.nodeSize, [...nodes]);
    return;
  }
  if (rest.length > 0) transform.insert(from + first.nodeSize, rest);
}

/** Whether small steps make the block at `from` equal to `wanted`; they are applied only if so. */
function turnInto(transform: Transform, from: number, wanted: Node): boolean {
  const old = transform.doc.nodeAt(from);
  if (!old || (old.type !== wanted.type && !(old.inlineContent && wanted.inlineContent))) return false;
  const trial = new Transform(transform.doc);
  try {
    if (old.type !== wanted.type) trial.setNodeMarkup(from, wanted.type, wanted.attrs);
    else
      for (const [name, value] of Object.entries(wanted.attrs))
        if (JSON.stringify(value) !== JSON.stringify(old.attrs[name]))
          trial.setNodeAttribute(from, name, value);
    replaceContent(trial, from, wanted);
  } catch {
    return false;
  }
  if (!trial.doc.nodeAt(from)?.eq(wanted)) return false;
  for (const step of trial.steps) transform.step(step);
  return true;
}

function replaceContent(trial: Transform, from: number, wanted: Node) {
  const old = trial.doc.nodeAt(from);
  if (!old) return;
  const start = old.content.findDiffStart(wanted.content);
  const ends = old.content.findDiffEnd(wanted.content);
  if (start === null || !ends) return;
  // Where the same text repeats at the seam, the two searches run past each other.
  const overlap = Math.max(0, start - Math.min(ends.a, ends.b));
  const slice = wanted.slice(start, ends.b + overlap);
  trial.replace(from + 1 + start, from + 1 + ends.a + overlap, slice);
}
