import type { Node } from "prosemirror-model";

/** 53 bits of a string (cyrb53), enough to notice a change; digests that others rely on are SHA-256. */
export function shortHash(text: string): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    high = Math.imul(high ^ unit, 2654435761);
    low = Math.imul(low ^ unit, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36);
}

const hashes = new WeakMap<Node, string>();

/** Hash of a block's type, attributes without `kept`, and content. */
export function contentHash(node: Node): string {
  const known = hashes.get(node);
  if (known !== undefined) return known;
  const { type, attrs, content, marks } = node.toJSON();
  const hash = shortHash(JSON.stringify([type, { ...attrs, kept: null }, content ?? null, marks ?? null]));
  hashes.set(node, hash);
  return hash;
}
