import type { Node } from "prosemirror-model";
import { composeDocument, tailOf } from "./compose.ts";

const sizes = new WeakMap<Node, { source: string; bytes: number }>();

/** Bytes of UTF-8 of `printMarkdown(doc)`; only blocks that changed since they were last measured are counted. */
export function sourceBytes(doc: Node): number {
  const pieces = composeDocument(doc, { fresh: false });
  let bytes = bytesOf(tailOf(doc, pieces, { fresh: false }));
  for (const { node, gap, source } of pieces) {
    const known = sizes.get(node);
    const own = known?.source === source ? known.bytes : bytesOf(source);
    if (known?.source !== source) sizes.set(node, { source, bytes: own });
    bytes += own + gap.length;
  }
  return bytes;
}

const unprinted = new WeakMap<Node, number>();

/** Characters in the attributes of blocks, such as sources kept though they are void: nothing prints them. */
export function attributeLength(doc: Node): number {
  let length = 0;
  for (const block of doc.children) {
    const known = unprinted.get(block) ?? lengthIn(block);
    unprinted.set(block, known);
    length += known;
  }
  return length;
}

function lengthIn(node: Node): number {
  let length = 0;
  for (const value of Object.values<unknown>(node.attrs))
    for (const text of typeof value === "object" && value !== null ? Object.values(value) : [value])
      if (typeof text === "string") length += text.length;
  if (!node.isTextblock) for (const child of node.children) length += lengthIn(child);
  return length;
}

/** Bytes of UTF-8 of a text; a lone surrogate counts as the three of U+FFFD. */
export function bytesOf(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) continue;
    if (unit < 0x800) bytes += 1;
    else if (unit >= 0xd800 && unit < 0xdc00 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00) {
      bytes += 2;
      at++;
    } else bytes += 2;
  }
  return bytes;
}
