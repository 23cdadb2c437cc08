import { isHistoryTransaction } from "prosemirror-history";
import { Slice } from "prosemirror-model";
import type { Node } from "prosemirror-model";
import { Plugin, PluginKey } from "prosemirror-state";
import type { Transaction } from "prosemirror-state";
import { remoteTransaction } from "../collab/collab.ts";

type Range = { from: number; to: number };

const key = new PluginKey<readonly Range[]>("chopin-spare-others");

/**
 * Undo takes back a whole insertion, and with it what others have since written inside it. This plugin knows what
 * others wrote while the page was open and puts back, in the same moment, what an undo or redo would have taken.
 */
export function sparingOthers(): Plugin<readonly Range[]> {
  return new Plugin<readonly Range[]>({
    key,
    state: {
      init: () => [],
      apply: (tr, ranges) => (tr.docChanged ? follow(ranges, tr) : ranges),
    },
    appendTransaction: (transactions, before, state) => {
      const undoing = transactions.length === 1 ? transactions[0] : undefined;
      if (!undoing || !undoing.docChanged || !isHistoryTransaction(undoing)) return null;
      const taken = (key.getState(before) ?? []).filter((range) => isTaken(range, undoing));
      const missing = taken.filter((range) => findRestored(before.doc, range, undoing) === null);
      if (missing.length === 0) return null;
      return putBack(state.tr, missing, { doc: before.doc, undoing });
    },
  });
}

function putBack(
  tr: Transaction,
  missing: readonly Range[],
  was: { doc: Node; undoing: Transaction },
): Transaction {
  const ranges: Range[] = [];
  for (const range of missing) {
    const slice = was.doc.slice(range.from, range.to);
    const at = tr.mapping.map(was.undoing.mapping.map(range.from, 1), 1);
    const steps = tr.steps.length;
    if (slice.openStart === 0 && slice.content.firstChild?.isBlock) tr.replaceRange(at, at, slice);
    else tr.replace(at, at, new Slice(slice.content, slice.openStart, slice.openEnd));
    ranges.push(...inserted(tr, steps));
  }
  return tr.setMeta(key, ranges);
}

function follow(ranges: readonly Range[], tr: Transaction): readonly Range[] {
  const moved = ranges.flatMap((range) => mapped(range, tr));
  const restored: readonly Range[] | undefined = tr.getMeta(key);
  if (restored) return united([...moved, ...restored]);
  const remote = remoteTransaction(tr);
  if (remote) return remote.persons.length > 0 ? united([...moved, ...writtenByOthers(tr)]) : moved;
  const mine = without(moved, inserted(tr, 0));
  if (!isHistoryTransaction(tr)) return mine;
  const back = ranges.flatMap((range) =>
    isTaken(range, tr) ? (findRestored(tr.before, range, tr) ?? []) : [],
  );
  return united([...mine, ...back]);
}

/** What others' steps of a collaboration's transaction inserted: neither the taking back of ours nor its return. */
function writtenByOthers(tr: Transaction): Range[] {
  const own: number = tr.getMeta("rebased") ?? 0;
  return tr.steps.flatMap((_, i) =>
    i < own || tr.mapping.getMirror(i) !== undefined ? [] : insertedBy(tr, i),
  );
}

function inserted(tr: Transaction, fromStep: number): Range[] {
  return tr.steps.flatMap((_, i) => (i < fromStep ? [] : insertedBy(tr, i)));
}

/** The ranges one step inserted, in positions of the document after the whole transaction. */
function insertedBy(tr: Transaction, step: number): Range[] {
  const found: Range[] = [];
  const rest = tr.mapping.slice(step + 1);
  tr.mapping.maps[step]?.forEach((_from, _to, newFrom, newTo) => {
    const range = { from: rest.map(newFrom, 1), to: rest.map(newTo, -1) };
    if (range.from < range.to) found.push(range);
  });
  return found;
}

function isTaken(range: Range, tr: Transaction): boolean {
  return mapped(range, tr).length === 0;
}

/** Where a taken range's text stands again in what the same transaction inserted, as a redo of ours does it. */
function findRestored(before: Node, range: Range, tr: Transaction): Range | null {
  const text = before.textBetween(range.from, range.to, "\n", "\ufffc");
  for (const { from, to } of inserted(tr, 0)) {
    const at = text === "" ? -1 : tr.doc.textBetween(from, to, "\n", "\ufffc").indexOf(text);
    if (at >= 0) return { from: from + at, to: from + at + text.length };
  }
  return null;
}

function mapped({ from, to }: Range, tr: Transaction): Range[] {
  const range = { from: tr.mapping.map(from, 1), to: tr.mapping.map(to, -1) };
  return range.from < range.to ? [range] : [];
}

function without(ranges: readonly Range[], holes: readonly Range[]): readonly Range[] {
  return holes.reduce<readonly Range[]>(
    (left, hole) =>
      left.flatMap(({ from, to }) => {
        if (hole.to <= from || to <= hole.from) return [{ from, to }];
        const parts = [
          { from, to: hole.from },
          { from: hole.to, to },
        ];
        return parts.filter((part) => part.from < part.to);
      }),
    ranges,
  );
}

/** Sorted, with what touches made one, so that the list stays as short as the places others wrote at. */
function united(ranges: readonly Range[]): readonly Range[] {
  const result: Range[] = [];
  for (const range of ranges.toSorted((a, b) => a.from - b.from)) {
    const last = result.at(-1);
    if (last && range.from <= last.to) last.to = Math.max(last.to, range.to);
    else result.push({ ...range });
  }
  return result;
}
