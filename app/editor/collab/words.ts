import { checkDocument } from "@chopin/document/check_document";
import type { Node, Slice } from "prosemirror-model";
import { ReplaceStep, Transform } from "prosemirror-transform";
import type { Step } from "prosemirror-transform";

/** Stands for an image, a formula and the like. */
export const OBJECT = "\ufffc";

/** The text a step puts in, without the blocks it stands in. */
export function wordsOf(step: Step): string {
  return step instanceof ReplaceStep ? textOf(step.slice) : "";
}

/** The change that puts all of the words there; null when the schema lets them not, or not all. */
export function tryInsert(doc: Node, at: number, slice: Slice): Transform | null {
  try {
    const trial = new Transform(doc).replace(at, at, slice);
    const put = trial.doc.textBetween(at, trial.mapping.map(at, 1), "", OBJECT);
    if (put !== textOf(slice)) return null;
    checkDocument(trial.doc, doc);
    return trial;
  } catch {
    return null;
  }
}

function textOf({ content }: Slice): string {
  return content.textBetween(0, content.size, "", OBJECT);
}
