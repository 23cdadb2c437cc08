import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Node } from "prosemirror-model";
import { composeDocument } from "./compose.ts";

/** A block as an author reads and names it. `index` counts the document's children, empty paragraphs among them. */
export type Block = { index: number; digest: string; source: string };

const digests = new WeakMap<Node, { source: string; digest: string }>();

/** The blocks of a document with their digests; an empty paragraph has the empty source. */
export function blocksOf(doc: Node): Block[] {
  return composeDocument(doc, { fresh: false }).map(({ node, source }, index) => {
    const known = digests.get(node);
    const digest = known?.source === source ? known.digest : digestOf(source);
    if (digest !== known?.digest) digests.set(node, { source, digest });
    return { index, digest, source };
  });
}

/** `sha256:` and 64 hex digits of the source's UTF-8 bytes. */
export function digestOf(source: string): string {
  return `sha256:${bytesToHex(sha256(utf8ToBytes(source)))}`;
}
