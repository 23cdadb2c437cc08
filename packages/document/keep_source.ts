import type { Root, RootContent } from "mdast";
import type { Node } from "prosemirror-model";
import { canonicalGap } from "./compose.ts";
import { freshSource } from "./fresh.ts";
import type { Kept } from "./kept.ts";
import { labelsHash, labelsOf } from "./labels.ts";
import { schema } from "./schema.ts";
import { contentHash, shortHash } from "./short_hash.ts";

/** The document of `blocks`, each remembering of its lines in `text` what printing it anew would not give. */
export function keepSource(blocks: readonly Node[], from: { tree: Root; text: string }): Node {
  const { text } = from;
  const doc = schema.nodes.doc!;
  const onlyFront = blocks.every((block) => block.type.name === "front_matter");
  const all = onlyFront ? [...blocks, schema.nodes.paragraph!.create()] : blocks;
  if (blocks.length === 0) return doc.create({ tail: text === "" ? null : text }, all);
  const labels = labelsOf(doc.create(null, all));
  let end = 0;
  let before: { node: Node; source: string; hash: string } | null = null;
  const kept = blocks.map((node, index) => {
    const lines = linesOf(from.tree.children[index], { text, end });
    const source = text.slice(lines.start, lines.end);
    const gap = text.slice(end, lines.start);
    const alternate: boolean = before?.node.type === node.type && /^[ \t]*(?:-|\d+\.)/.test(before.source);
    const last = index === blocks.length - 1;
    const same = freshSource(node, { labels, alternate, index, last }) === source;
    const remembered: Kept = {
      hash: contentHash(node),
      ...(same ? {} : { source }),
      ...(same ? {} : optional("labels", labelsHash(source, labels))),
      ...(gap === canonicalGap(before, node) ? {} : { gap }),
      ...(before ? { after: before.hash } : {}),
    };
    end = lines.end;
    before = { node, source, hash: shortHash(source) };
    const nothing = remembered.source === undefined && remembered.gap === undefined;
    return nothing ? node : node.type.create({ ...node.attrs, kept: remembered }, node.content);
  });
  const tail = text.slice(end);
  return doc.create({ tail: tail === "\n" ? null : tail }, onlyFront ? [...kept, ...all.slice(-1)] : kept);
}

function optional(key: "labels", value: string | undefined): { labels?: string } {
  return value === undefined ? {} : { [key]: value };
}

/**
 * A block of the document has its lines to itself: from the start of the first to the end of the last. `end` is where
 * the block before ends; the tree gives an underlined heading the place of the definitions before it.
 */
function linesOf(tree: RootContent | undefined, from: { text: string; end: number }) {
  const { text } = from;
  const first = tree?.position?.start.offset ?? 0;
  const last = tree?.position?.end.offset ?? first;
  const blank = /(?:\n?[ \t]*(?=\n))*\n?/y;
  blank.lastIndex = from.end;
  const free = from.end === 0 ? 0 : from.end + (blank.exec(text)?.[0].length ?? 0);
  const start = Math.max(free, first === 0 ? 0 : text.lastIndexOf("\n", first - 1) + 1);
  if (last > first && text.charAt(last - 1) === "\n") return { start, end: last - 1 };
  const end = text.indexOf("\n", last);
  return { start, end: end < 0 ? text.length : end };
}
