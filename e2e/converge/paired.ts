import type { EditorState } from "prosemirror-state";
import type { StepMap } from "prosemirror-transform";
import { expect } from "vitest";
import { collabState } from "../../app/editor/collab/collab.ts";

type Branch = { eventCount: number; items: { length: number; get(index: number): { map: StepMap } } };

/** prosemirror-history pairs its newest items with the unconfirmed steps; one too few, and it undoes something else. */
export function expectPaired(state: EditorState): void {
  const { unconfirmed } = collabState(state);
  const plugin = state.plugins.find((one) => Reflect.get(one, "key") === "history$");
  const history = plugin?.getState(state) as Record<"done" | "undone", Branch> | undefined;
  for (const { eventCount, items } of history ? [history.done, history.undone] : []) {
    if (eventCount === 0) continue;
    for (let back = 1; back <= Math.min(unconfirmed.length, items.length); back++) {
      const step = unconfirmed[unconfirmed.length - back]?.step;
      expect(rangesOf(items.get(items.length - back).map)).toEqual(step && rangesOf(step.getMap()));
    }
  }
}

function rangesOf(map: StepMap): number[] {
  const ranges: number[] = [];
  map.forEach((from, to, newFrom, newTo) => ranges.push(from, to, newFrom, newTo));
  return ranges;
}
