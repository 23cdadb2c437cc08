import type { Node } from "prosemirror-model";
import { canonicalBlock } from "./canonical.ts";
import type { Kept } from "./kept.ts";
import { footnoteKey, labelsHash, labelsOf, type Labels } from "./labels.ts";
import { parseBlocks } from "./parse_blocks.ts";
import { contentHash } from "./short_hash.ts";

/**
 * Indices of the blocks whose kept source does not mean what they show: only a forged step makes one, so that people
 * would see one text and the Planner and a download another. Ask this of a document that came over the wire before
 * it is taken. Only blocks that are new since `before` are looked at, or whose labels mean something else since then,
 * and of those only the few that keep source.
 */
export function misstatedBlocks(doc: Node, before: Node | null): number[] {
  const known = new Set(before?.children);
  const labels = labelsOf(doc);
  const labelsBefore = before ? labelsOf(before) : labels;
  const found: number[] = [];
  doc.forEach((node, _, index) => {
    const isNew = !known.has(node) || comesIntoForce(node.attrs.kept, { labels, labelsBefore });
    if (isNew && !meansItself(node, { doc, labels, first: index === 0 })) found.push(index);
  });
  return found;
}

/** Whether a kept source counts now that did not before, because a label it has was defined elsewhere. */
function comesIntoForce(kept: Kept | null, around: { labels: Labels; labelsBefore: Labels }): boolean {
  if (kept?.source === undefined || kept.labels === undefined) return false;
  return kept.labels !== labelsHash(kept.source, around.labelsBefore);
}

function meansItself(node: Node, around: { doc: Node; labels: Labels; first: boolean }): boolean {
  const kept: Kept | null = node.attrs.kept;
  if (kept?.source === undefined || kept.hash !== contentHash(node)) return true;
  if (kept.labels !== labelsHash(kept.source, around.labels)) return true;
  const defined = (label: string) => around.labels.has(footnoteKey(label));
  const parsed = parseBlocks(kept.source, { doc: around.doc, first: around.first });
  const [only, ...more] = parsed.ok ? parsed.nodes : [];
  if (!only || more.length > 0) return false;
  const plain = (block: Node) => canonicalBlock(block, { defined, parent: null });
  return plain(only).eq(plain(node));
}
