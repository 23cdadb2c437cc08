import type { Node } from "prosemirror-model";
import { Transform } from "prosemirror-transform";
import { blocksOf, type Block } from "./blocks.ts";
import { locate } from "./locate.ts";
import { parseBlocks } from "./parse_blocks.ts";
import { replaceBlock } from "./replace_block.ts";
import { schema } from "./schema.ts";

/** A block as its author read it. */
export type BlockName = { index: number; digest: string };

/** One change of a document, by blocks. `after: null` is the beginning (behind front matter). */
export type BlockOperation =
  | { type: "insert"; after: BlockName | null; source: string }
  | { type: "replace"; block: BlockName; source: string }
  | { type: "move"; block: BlockName; after: BlockName | null }
  | { type: "delete"; block: BlockName };

export const MAX_OPERATIONS = 50;
/** Characters (UTF-16 units) of one operation's source. */
export const MAX_OPERATION_SOURCE = 100_000;

export type OperationsResult =
  | {
      ok: true;
      /** On top of the document it was asked for; blocks no operation names keep their identity. */
      transform: Transform;
      /** Indices, in the new document, of the blocks that were inserted, replaced or moved. */
      changed: number[];
    }
  | {
      ok: false;
      reason: "stale";
      /** The blocks that are not as they were read, as they are now. */
      changed: Block[];
      /** Positions in the batch of the operations that name a block which changed or is gone. */
      operations: number[];
    }
  | { ok: false; reason: "invalid"; detail: string }
  | { ok: false; reason: "empty" };

/**
 * A batch of operations as steps: all of them or none. Indices and digests name blocks as they were read and do not
 * shift inside the batch. A block is found where it was read, else by its digest wherever it now stands, so edits
 * elsewhere never refuse a batch. `read` (the blocks as they were read) tells apart blocks of equal source and makes
 * a stale answer complete. Refusals: "stale", "invalid" with what is wrong, "empty" for a batch without operations.
 */
export function applyOperations(
  doc: Node,
  operations: readonly BlockOperation[],
  options: { read?: readonly Block[] } = {},
): OperationsResult {
  if (operations.length === 0) return { ok: false, reason: "empty" };
  if (operations.length > MAX_OPERATIONS) return invalid(`at most ${MAX_OPERATIONS} operations in a batch`);
  const blocks = blocksOf(doc);
  const find = locate(blocks, options.read);
  const plan = newPlan(doc);
  const lost: number[] = [];
  for (const [at, operation] of operations.entries()) {
    const block = "block" in operation ? find(operation.block) : null;
    const after = "after" in operation && operation.after ? find(operation.after) : -1;
    if (("block" in operation && block === null) || after === null) {
      lost.push(at);
      continue;
    }
    const wrong = note(plan, operation, { block: block ?? -1, after });
    if (wrong) return invalid(`operation ${at}: ${wrong}`);
  }
  if (lost.length > 0) return { ok: false, reason: "stale", operations: lost, changed: find.changed() };
  return carryOut(plan);
}

type Plan = {
  doc: Node;
  front: boolean;
  /** What becomes of each block of the document: absent for nothing. */
  fates: Map<number, { kind: "delete" | "move" } | { kind: "replace"; nodes: Node[] }>;
  /** New blocks behind the block of this index; -1 is the beginning. */
  added: Map<number, Node[]>;
};

function newPlan(doc: Node): Plan {
  const front = doc.firstChild?.type === schema.nodes.front_matter;
  return { doc, front, fates: new Map(), added: new Map() };
}

/** Writes one operation into the plan; what is wrong with it, if anything. */
function note(plan: Plan, operation: BlockOperation, at: { block: number; after: number }): string | null {
  const { doc } = plan;
  if (operation.type !== "insert" && plan.fates.has(at.block))
    return "its block is already changed by this batch";
  let nodes: Node[] = [];
  if (operation.type === "insert" || operation.type === "replace") {
    if (operation.source.length > MAX_OPERATION_SOURCE)
      return `at most ${MAX_OPERATION_SOURCE} characters of source`;
    const first = operation.type === "insert" ? at.after < 0 && !plan.front : at.block === 0;
    const parsed = parseBlocks(operation.source, { doc, first });
    if (!parsed.ok) return parsed.detail;
    if (parsed.nodes.length === 0) return "its source has no block; to remove a block, delete it";
    nodes = parsed.nodes;
  }
  switch (operation.type) {
    case "replace":
      plan.fates.set(at.block, { kind: "replace", nodes });
      return null;
    case "delete":
      plan.fates.set(at.block, { kind: "delete" });
      return null;
    case "move":
      if (plan.front && at.block === 0) return "front matter cannot be moved";
      if (at.block === at.after) return "a block cannot be moved behind itself";
      plan.fates.set(at.block, { kind: "move" });
      nodes = [doc.child(at.block)];
  }
  const slot = at.after < 0 && plan.front ? 0 : at.after;
  plan.added.set(slot, [...(plan.added.get(slot) ?? []), ...nodes]);
  return null;
}

function carryOut(plan: Plan): OperationsResult {
  const { doc } = plan;
  const transform = new Transform(doc);
  const starts: number[] = [];
  doc.forEach((_, offset) => starts.push(offset));
  const stays = doc.children.some((_, index) => !/^(?:delete|move)$/.test(plan.fates.get(index)?.kind ?? ""));
  if (!stays && plan.added.size === 0) plan.added.set(-1, [schema.nodes.paragraph!.create()]);
  try {
    for (const [slot, nodes] of plan.added) {
      const end = slot < 0 ? 0 : (starts[slot] ?? 0) + doc.child(slot).nodeSize;
      transform.insert(transform.mapping.map(end, -1), nodes);
    }
    for (const [index, fate] of plan.fates) {
      const from = transform.mapping.map(starts[index] ?? 0, 1);
      const to = from + doc.child(index).nodeSize;
      if (fate.kind === "replace") replaceBlock(transform, { from, nodes: fate.nodes });
      else transform.delete(from, to);
    }
    transform.doc.check();
  } catch (error) {
    return invalid(error instanceof Error ? error.message : "the document would not be valid");
  }
  return { ok: true, transform, changed: changedIn(plan) };
}

/** Where the new blocks stand, walking the plan as the new document reads. */
function changedIn(plan: Plan): number[] {
  const changed: number[] = [];
  let at = 0;
  const add = (count: number) => {
    for (let end = at + count; at < end; at++) changed.push(at);
  };
  add(plan.added.get(-1)?.length ?? 0);
  plan.doc.children.forEach((_, index) => {
    const fate = plan.fates.get(index);
    if (!fate) at++;
    else if (fate.kind === "replace") add(fate.nodes.length);
    add(plan.added.get(index)?.length ?? 0);
  });
  return changed;
}

function invalid(detail: string): OperationsResult {
  return { ok: false, reason: "invalid", detail };
}
