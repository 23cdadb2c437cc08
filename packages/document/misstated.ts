import type { Node } from "prosemirror-model";
import { canonicalBlock } from "./canonical.ts";
import { changedBlocks } from "./check_document.ts";
import type { Kept } from "./kept.ts";
import { definesLabels, footnoteKey, labelsHash, labelsOf, type Labels } from "./labels.ts";
import { parseBlocks } from "./parse_blocks.ts";
import { contentHash } from "./short_hash.ts";

/**
 * Indices of the blocks whose kept source does not mean what they show: only a forged step makes one, so that people
 * would see one text and the Planner and a download another. Ask this of a document that came over the wire before
 * it is taken. Asked at every keystroke, it looks at the blocks that changed since `before`; at the others only when a
 * label was defined or undefined, which can bring a source into force, and of all those only at what keeps source.
 */
export function misstatedBlocks(doc: Node, before: Node | null): number[] {
  const { from, to } = before ? changedBlocks(before, doc) : { from: 0, to: doc.childCount };
  const gone = before ? before.children.slice(from, before.childCount - (doc.childCount - to)) : [];
  const relabelled = [...gone, ...doc.children.slice(from, to)].some(definesLabels);
  const around: Around = {
    doc,
    labels: once(() => labelsOf(doc)),
    labelsBefore: once(() => labelsOf(before ?? doc)),
  };
  const found: number[] = [];
  for (let index = relabelled ? 0 : from; index < (relabelled ? doc.childCount : to); index++) {
    const node = doc.child(index);
    const isNew = (index >= from && index < to) || comesIntoForce(node.attrs.kept, around);
    if (isNew && !meansItself(node, index === 0, around)) found.push(index);
  }
  return found;
}

type Around = { doc: Node; labels: () => Labels; labelsBefore: () => Labels };

function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** Whether a kept source counts now that did not before, because a label it has was defined elsewhere. */
function comesIntoForce(kept: Kept | null, { labelsBefore }: Around): boolean {
  if (kept?.source === undefined || kept.labels === undefined) return false;
  return kept.labels !== labelsHash(kept.source, labelsBefore());
}

function meansItself(node: Node, first: boolean, { doc, labels }: Around): boolean {
  const kept: Kept | null = node.attrs.kept;
  if (kept?.source === undefined || kept.hash !== contentHash(node)) return true;
  if (kept.labels !== labelsHash(kept.source, labels())) return true;
  const defined = (label: string) => labels().has(footnoteKey(label));
  const parsed = parseBlocks(kept.source, { doc, first });
  const [only, ...more] = parsed.ok ? parsed.nodes : [];
  if (!only || more.length > 0) return false;
  const plain = (block: Node) => canonicalBlock(block, { defined, parent: null });
  return plain(only).eq(plain(node));
}
