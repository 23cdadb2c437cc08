import type { Node } from "prosemirror-model";
import { canonicalBlock } from "./canonical.ts";
import { composeDocument, tailOf } from "./compose.ts";
import { keepSource } from "./keep_source.ts";
import { footnoteKey, labelsOf } from "./labels.ts";
import { checkTextDepth, checkTreeDepth } from "./depth.ts";
import { parseTree } from "./parser.ts";
import { readBlocks } from "./read.ts";
import { schema } from "./schema.ts";

/**
 * The document that a Markdown text describes. The text is parsed whole, so references resolve across it, and each
 * block keeps its own lines. Line ends become "\n", a byte order mark is dropped, NUL and lone surrogates become
 * U+FFFD. Throws `TooDeep` (code "too-deep") for nesting beyond MAX_DEPTH.
 */
export function parseMarkdown(source: string): Node {
  const text = plainText(source);
  checkTextDepth(text);
  const tree = parseTree(text);
  checkTreeDepth(tree);
  const blocks = readBlocks(tree, text);
  const labels = labelsOf(schema.nodes.doc!.create(null, blocks));
  const defined = (label: string) => labels.has(footnoteKey(label));
  return keepSource(
    blocks.map((block) => canonicalBlock(block, { defined, parent: null })),
    { tree, text },
  );
}

/**
 * The document as Markdown. A block nobody touched prints as it came, when that still means the same where it now
 * stands; with `fresh` every block is printed anew. Linear in the document; blocks printed before cost next to nothing.
 */
export function printMarkdown(doc: Node, options: { fresh?: boolean } = {}): string {
  const fresh = options.fresh === true;
  const pieces = composeDocument(doc, { fresh });
  let printed = "";
  for (const { gap, source } of pieces) printed += gap + source;
  return printed + tailOf(doc, pieces, { fresh });
}

function plainText(source: string): string {
  return source
    .replace(/^\ufeff/, "")
    .replace(/\r\n?/g, "\n")
    .replace(/\0/g, "\ufffd")
    .toWellFormed();
}
