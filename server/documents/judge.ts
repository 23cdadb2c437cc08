import type { Node } from "prosemirror-model";
import { Step, Transform } from "prosemirror-transform";
import type { StepMap } from "prosemirror-transform";
import { schema } from "@chopin/document/schema";
import { misstatedBlocks } from "@chopin/document/misstated";
import { attributeLength, sourceBytes } from "@chopin/document/size";
import { MAX_SOURCE_BYTES } from "@chopin/protocol/document";
import type { StepJson } from "@chopin/protocol/document";
import { checkDocument } from "@chopin/document/check_document";
import { mendTables } from "./mend-tables.ts";
import { applyRebased } from "./rebase-steps.ts";

/** What becomes of steps on a document: the transform that applies what is left of them, or why they are refused. */
export type Verdict =
  | { ok: true; transform: Transform }
  | { ok: false; reason: "invalid" | "diverged" | "too-large"; detail: string };

/**
 * Judges steps from the wire. `over` is what happened since they were made; empty when they were made on `doc`
 * itself, and then a step that does not apply shows that they were made on another text.
 */
export function judgeSteps(
  doc: Node,
  json: readonly StepJson[],
  since: {
    over: readonly StepMap[];
    undoes?: readonly (readonly [number, number])[] | undefined;
    measure: boolean;
  },
): Verdict {
  const transform = new Transform(doc);
  try {
    const steps = json.map((step) => Step.fromJSON(schema, step));
    const { failed } = applyRebased(transform, steps, since);
    if (failed > 0 && since.over.length === 0)
      return { ok: false, reason: "diverged", detail: "a step does not apply to the version it names" };
    dropMisstatedSources(transform, doc);
  } catch (error) {
    return invalid(error instanceof Error ? error.message : String(error));
  }
  return judgeResult(doc, transform, since);
}

/**
 * Judges what a transform made of `doc`: the schema, and the size if it is to be measured. Tables it left with gaps
 * are mended in it.
 */
export function judgeResult(doc: Node, transform: Transform, { measure }: { measure: boolean }): Verdict {
  try {
    mendTables(transform, doc);
    checkDocument(transform.doc, doc);
    if (measure && isTooLarge(transform.doc, doc))
      return { ok: false, reason: "too-large", detail: `more than ${MAX_SOURCE_BYTES} bytes` };
  } catch (error) {
    return invalid(error instanceof Error ? error.message : String(error));
  }
  return { ok: true, transform };
}

/**
 * A kept source that says something else than its block shows can only be forged: people would see one text, the
 * Planner and a download another. The block stays and is printed from what it shows.
 */
function dropMisstatedSources(transform: Transform, before: Node): void {
  for (const index of misstatedBlocks(transform.doc, before)) {
    const at = transform.doc.children.slice(0, index).reduce((sum, block) => sum + block.nodeSize, 0);
    transform.setNodeAttribute(at, "kept", null);
  }
}

/**
 * Limits that a document is held to. No Markdown of MAX_SOURCE_BYTES reaches the others, which bound what is in a
 * document and is not printed: empty paragraphs, cells, sources that are void.
 */
const LIMITS: { measure: (doc: Node) => number; most: number }[] = [
  { measure: (doc) => doc.childCount, most: MAX_SOURCE_BYTES / 2 },
  { measure: (doc) => doc.nodeSize, most: MAX_SOURCE_BYTES * 4 },
  { measure: attributeLength, most: MAX_SOURCE_BYTES * 4 },
  { measure: sourceBytes, most: MAX_SOURCE_BYTES },
];

/** Whether a document is over a limit. One that was over it before may still be made smaller. */
function isTooLarge(doc: Node, before: Node): boolean {
  return LIMITS.some(({ measure, most }) => measure(doc) > most && measure(doc) >= measure(before));
}

/** As `isTooLarge`, for a whole group: what cannot even be measured has to be judged commit by commit. */
export function mayBeTooLarge(doc: Node, before: Node): boolean {
  try {
    return isTooLarge(doc, before);
  } catch {
    return true;
  }
}

function invalid(detail: string): Verdict {
  return { ok: false, reason: "invalid", detail: detail.slice(0, 500) };
}
