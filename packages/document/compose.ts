import type { Node } from "prosemirror-model";
import { maySitUnder } from "./adjacent.ts";
import { freshSource } from "./fresh.ts";
import type { Kept } from "./kept.ts";
import { labelsHash, labelsOf, type Labels } from "./labels.ts";
import { htmlBlockOf } from "./nodes/html_block.ts";
import { contentHash, shortHash } from "./short_hash.ts";

/** One block of the document as it is printed. `source` is empty for a block Markdown cannot express. */
export type Piece = { node: Node; gap: string; source: string; kept: boolean };

/** The whole document, block by block: what is printed is each `gap` and `source` in turn, then `tailOf`. */
export function composeDocument(doc: Node, options: { fresh: boolean }): Piece[] {
  const pieces = compose(doc, { fresh: options.fresh, freshFirst: false });
  return looksLikeFrontMatter(doc, pieces)
    ? compose(doc, { fresh: options.fresh, freshFirst: true })
    : pieces;
}

/** What follows the last block. */
export function tailOf(doc: Node, pieces: readonly Piece[], options: { fresh: boolean }): string {
  const tail: string | null = options.fresh ? null : doc.attrs.tail;
  if (!pieces.some((piece) => piece.source !== "")) return tail ?? "";
  return tail === null || !/^(?:\n|$)/.test(tail) ? "\n" : tail;
}

type Said = Piece & { first: boolean };

function compose(doc: Node, how: { fresh: boolean; freshFirst: boolean }): Piece[] {
  const labels = labelsOf(doc);
  const pieces: Piece[] = [];
  let before: Said | null = null;
  const last = lastSaid(doc, labels);
  for (const [index, node] of doc.children.entries()) {
    const context: Context = { labels, before, last: index >= last, index: before ? index : 0 };
    const kept = how.fresh || (how.freshFirst && !before) ? null : keptSource(node, context);
    const source = kept ?? freshSource(node, { ...context, alternate: needsAlternate(node, before) });
    const piece: Said = { node, gap: "", source, kept: kept !== null, first: before === null };
    if (source !== "") {
      piece.gap = how.fresh ? canonicalGap(before, node) : gapOf(piece, before);
      before = piece;
    }
    pieces.push(piece);
  }
  return pieces;
}

/** Index of the last block that prints as something. */
function lastSaid(doc: Node, labels: Labels): number {
  let at = doc.childCount - 1;
  while (at > 0 && isNothing(doc.child(at), labels)) at--;
  return at;
}

function isNothing(node: Node, labels: Labels): boolean {
  if (node.type.name !== "paragraph" && node.type.name !== "html_block") return false;
  return freshSource(node, { labels, alternate: false, index: 1, last: true }) === "";
}

type Context = { labels: Labels; before: Said | null; last: boolean; index: number };

/** The block's original lines, when they still mean this block where it now stands. */
function keptSource(node: Node, context: Context): string | null {
  const kept: Kept | null = node.attrs.kept;
  if (!kept || kept.hash !== contentHash(node)) return null;
  if (kept.source === undefined) return null;
  const { source } = kept;
  if (kept.labels !== labelsHash(source, context.labels)) return null;
  if (!context.last && runsOn(node, source)) return null;
  const { before } = context;
  if (before ? kept.after === sourceHash(before) : kept.after === undefined) return source;
  if (before && markerOf(before) !== null && markerOf(before) === markerOf({ node, source })) return null;
  const absorbs = before && /list$|^footnote/.test(before.node.type.name);
  return absorbs && /^[ \t]/.test(source) ? null : source;
}

/** An unclosed fence or piece of HTML takes everything that follows. */
function runsOn(node: Node, source: string): boolean {
  switch (node.type.name) {
    case "code_block":
    case "math_block": {
      const fence = /^ {0,3}(`{3,}|~{3,}|\${2,})/.exec(source)?.[1];
      if (!fence) return false;
      const close = new RegExp(`\\n {0,3}\\${fence.charAt(0)}{${fence.length},}[ \\t]*$`);
      return !close.test(source);
    }
    case "html_block":
      return htmlBlockOf(node.textContent)?.closer !== "";
    default:
      return false;
  }
}

/** What tells a list from the next one of its kind: the kind and the character; null for other blocks. */
function markerOf(piece: { node: Node; source: string }): string | null {
  if (piece.node.type.name === "bullet_list") return /^[ \t]*([-+*])/.exec(piece.source)?.[1] ?? null;
  if (piece.node.type.name === "ordered_list") return /^[ \t]*\d+([.)])/.exec(piece.source)?.[1] ?? null;
  return null;
}

function needsAlternate(node: Node, before: Said | null): boolean {
  return before?.node.type === node.type && /^[-.]$/.test(markerOf(before) ?? "");
}

const CLOSED = new Set(["heading", "horizontal_rule", "code_block", "math_block", "front_matter"]);

function gapOf(piece: Said, before: Said | null): string {
  const kept: Kept | null = piece.node.attrs.kept;
  const gap = kept?.gap;
  if (gap === undefined || !kept) return canonicalGap(before, piece.node);
  if (!before) return kept.after === undefined ? gap : "";
  if (kept.after === undefined || !gap.startsWith("\n")) return canonicalGap(before, piece.node);
  if (/\n[ \t]*\n/.test(gap)) return gap;
  const untouched = kept.after === sourceHash(before) && kept.hash === contentHash(piece.node);
  if (untouched && (piece.kept || kept.source === undefined)) return gap;
  if (CLOSED.has(before.node.type.name)) return gap;
  return !piece.kept && maySitUnder(before.node, piece.node) ? gap : canonicalGap(before, piece.node);
}

/** One blank line; none between two definitions. */
export function canonicalGap(before: { node: Node } | null, node: Node): string {
  if (!before) return "";
  return before.node.type.name === "definition" && node.type.name === "definition" ? "\n" : "\n\n";
}

/** A first line of `---` or `+++` with its like further on would be read as front matter. */
function looksLikeFrontMatter(doc: Node, pieces: readonly Piece[]): boolean {
  const first = pieces.find((piece) => piece.source !== "");
  if (!first?.kept || first.gap !== "" || doc.firstChild?.type.name === "front_matter") return false;
  const fence = /^(---|\+\+\+)[ \t]*(?:\n|$)/.exec(first.source)?.[1];
  if (!fence) return false;
  const close = fence === "---" ? /^---[ \t]*$/m : /^\+\+\+[ \t]*$/m;
  return pieces.some((piece) =>
    close.test(piece === first ? piece.source.slice(fence.length) : piece.source),
  );
}

const hashes = new WeakMap<Node, { source: string; hash: string }>();

/** Hash of a printed block, remembered for its node. */
export function sourceHash(piece: { node: Node; source: string }): string {
  const known = hashes.get(piece.node);
  if (known?.source === piece.source) return known.hash;
  const hash = shortHash(piece.source);
  hashes.set(piece.node, { source: piece.source, hash });
  return hash;
}
