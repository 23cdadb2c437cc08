import type { EditorState } from "prosemirror-state";
import { Mapping, ReplaceAroundStep, ReplaceStep } from "prosemirror-transform";
import type { Step } from "prosemirror-transform";
import { collabState } from "./collab.ts";

/** The text of the blocks that unconfirmed steps touched, as they read now, blank lines between them. */
export function unconfirmedText(state: EditorState): string {
  const { unconfirmed } = collabState(state);
  const maps = new Mapping(unconfirmed.map(({ step }) => step.getMap()));
  const touched = new Set<number>();
  unconfirmed.forEach(({ step }, i) => {
    for (const { from, to } of rangesOf(step)) {
      const after = maps.slice(i + 1);
      addBlocks(state, after.map(from, -1), after.map(to, 1), touched);
    }
  });
  return [...touched]
    .sort((a, b) => a - b)
    .map((index) => {
      const block = state.doc.child(index);
      return block.textBetween(0, block.content.size, "\n");
    })
    .filter((text) => text !== "")
    .join("\n\n");
}

/** What the steps themselves would have inserted, as text; null when that is nothing. */
export function textOfSteps(steps: readonly Step[]): string | null {
  const pieces = steps.map((step) => {
    if (!(step instanceof ReplaceStep) && !(step instanceof ReplaceAroundStep)) return "";
    const { content } = step.slice;
    return content.textBetween(0, content.size, "\n");
  });
  const text = pieces.join("");
  return text.trim() === "" ? null : text;
}

/** Ranges in the document after `step`. */
function rangesOf(step: Step): { from: number; to: number }[] {
  const ranges: { from: number; to: number }[] = [];
  step.getMap().forEach((_from, _to, from, to) => ranges.push({ from, to }));
  if (ranges.length > 0) return ranges;
  const json: { from?: unknown; to?: unknown; pos?: unknown } = step.toJSON();
  const from = Number(json.from ?? json.pos ?? 0);
  return [{ from, to: Number(json.to ?? from) }];
}

function addBlocks(state: EditorState, from: number, to: number, found: Set<number>): void {
  const { doc } = state;
  const first = doc.resolve(Math.max(0, Math.min(from, doc.content.size))).index(0);
  const end = doc.resolve(Math.max(0, Math.min(to, doc.content.size)));
  const last = end.depth === 0 && end.nodeBefore && to > from ? end.index(0) - 1 : end.index(0);
  for (let i = first; i <= last && i < doc.childCount; i++) found.add(i);
}
