import { sameExtent } from "@chopin/document/inverse_now";
import { setMirror } from "@chopin/document/steps";
import { isHistoryTransaction } from "prosemirror-history";
import type { Transaction } from "prosemirror-state";
import { Mapping } from "prosemirror-transform";
import type { Step } from "prosemirror-transform";
import type { Unconfirmed } from "./rebase.ts";

/** Adds the steps of a transaction of this person; an undo or redo knows which unconfirmed steps it takes back. */
export function withStepsOf(tr: Transaction, before: readonly Unconfirmed[]): Unconfirmed[] {
  const unconfirmed = [...before];
  const takesBack = isHistoryTransaction(tr);
  tr.steps.forEach((step, i) => {
    const doc = tr.docs[i] ?? tr.before;
    const serial = (unconfirmed.at(-1)?.serial ?? 0) + 1;
    const undoes = takesBack ? undoneBy(step, unconfirmed) : null;
    const restores = takesBack && !isRedo(tr);
    unconfirmed.push({ serial, step, inverted: step.invert(doc), undoes, ...(restores && { restores }) });
  });
  return unconfirmed;
}

function isRedo(tr: Transaction): boolean {
  const meta = tr.getMeta("history$") as { redo?: boolean } | undefined;
  return meta?.redo === true;
}

/** The serial of the newest unconfirmed step which `step` takes back exactly, or null. */
function undoneBy(step: Step, unconfirmed: readonly Unconfirmed[]): number | null {
  const taken = new Set(unconfirmed.map(({ undoes }) => undoes));
  const wanted = JSON.stringify(step);
  const places = new Map(unconfirmed.map(({ serial }, i) => [serial, i]));
  for (let i = unconfirmed.length - 1; i >= 0; i--) {
    const one = unconfirmed[i];
    // Mapping is dear where much is unconfirmed, and only what takes away and puts in as much can be it.
    if (!one || taken.has(one.serial) || !sameExtent(one.inverted, step)) continue;
    const inverse = one.inverted.map(mapsAfter(unconfirmed, i, places));
    if (inverse && JSON.stringify(inverse) === wanted) return one.serial;
  }
  return null;
}

function mapsAfter(
  unconfirmed: readonly Unconfirmed[],
  index: number,
  places: ReadonlyMap<number, number>,
): Mapping {
  const start = index + 1;
  const later = unconfirmed.slice(start);
  const mapping = new Mapping(later.map(({ step }) => step.getMap()));
  later.forEach(({ undoes }, i) => {
    const undone = undoes === null ? undefined : places.get(undoes);
    if (undone !== undefined && undone >= start) setMirror(mapping, undone - start, i);
  });
  return mapping;
}
