import { schema } from "@chopin/document/schema";
import { Fragment, Slice } from "prosemirror-model";
import type { Node } from "prosemirror-model";
import type { EditorState, Transaction } from "prosemirror-state";
import { Selection } from "prosemirror-state";
import { ReplaceStep } from "prosemirror-transform";
import { safeAddress } from "../address.ts";
import { nodeType } from "../commands/blocks.ts";

const paragraph = nodeType("paragraph");
const hardBreak = nodeType("hard_break");

/** Blocks one step may carry, so that a long paste travels in parts that each fit a frame. */
const BLOCKS_A_STEP = 300;

/** Plain text with its lines kept: an empty line begins a paragraph, a line end is a break. */
export function plainSlice(text: string): Slice {
  const paragraphs = text
    .replaceAll(/\r\n?/g, "\n")
    .replace(/\n+$/, "")
    .split(/\n{2,}/);
  return openSlice(paragraphs.map((lines) => paragraph.create(null, withBreaks(lines))));
}

/** A code block of the text; a single line is only a line. */
export function codeSlice(text: string, language: string): Slice {
  const lines = text.replaceAll(/\r\n?/g, "\n").replace(/\n$/, "");
  if (!lines.includes("\n")) return plainSlice(lines);
  return new Slice(Fragment.from(nodeType("code_block").create({ language }, schema.text(lines))), 0, 0);
}

/** A parsed document as something to paste: front matter stays such only at the start of an empty document. */
export function markdownSlice(doc: Node, into: Node): Slice {
  const empty = into.childCount === 1 && into.firstChild?.type === paragraph && into.content.size === 2;
  const blocks = doc.children.map((block) =>
    block.type.name === "front_matter" && !empty
      ? nodeType("code_block").create({ language: block.attrs.language }, block.content)
      : block,
  );
  return openSlice(blocks);
}

/** Takes away links that may not be linked; their text stays. */
export function withSafeLinks(slice: Slice): Slice {
  return new Slice(safe(slice.content), slice.openStart, slice.openEnd);
}

/** Puts the slice in place of the selection, in one step or, when it is long, in several that undo together. */
export function insertSlice(state: EditorState, slice: Slice): Transaction {
  const whole = state.tr.replaceSelection(slice);
  const [step] = whole.steps;
  if (whole.steps.length !== 1 || !(step instanceof ReplaceStep)) return whole;
  const { content, openStart, openEnd } = step.slice;
  const { firstChild: first, lastChild: last } = content;
  if (content.childCount <= BLOCKS_A_STEP || !first || !last) return whole;
  const tr = state.tr;
  tr.step(new ReplaceStep(step.from, step.to, new Slice(Fragment.from([first, last]), openStart, openEnd)));
  const middle = content.content.slice(1, -1);
  let at = step.from + first.nodeSize - openStart;
  for (let i = 0; i < middle.length; i += BLOCKS_A_STEP) {
    const part = Fragment.from(middle.slice(i, i + BLOCKS_A_STEP));
    tr.step(new ReplaceStep(at, at, new Slice(part, 0, 0)));
    at += part.size;
  }
  return tr.setSelection(Selection.near(tr.doc.resolve(whole.mapping.map(state.selection.to)), -1));
}

/** What a table cell can hold of a slice: its lines, a break between what were blocks. */
export function cellSlice(slice: Slice): Slice {
  const nodes: Node[] = [];
  const add = (block: Node) => {
    if (!block.isTextblock) return void block.forEach(add);
    if (nodes.length > 0) nodes.push(hardBreak.create());
    if (block.type.spec.code) nodes.push(...withBreaks(block.textContent));
    else nodes.push(...block.children);
  };
  if (slice.content.firstChild?.isInline) return slice;
  slice.content.forEach(add);
  return new Slice(Fragment.from(paragraph.create(null, nodes)), 1, 1);
}

/** The whole document in place of an empty one, so that front matter finds its place. */
export function replaceEmpty(state: EditorState, slice: Slice): Transaction | null {
  if (slice.content.firstChild?.type.name !== "front_matter") return null;
  const blocks = slice.content.childCount > 1 ? slice.content : slice.content.addToEnd(paragraph.create());
  const tr = state.tr.replaceWith(0, state.doc.content.size, blocks);
  return tr.setSelection(Selection.atEnd(tr.doc));
}

/** Paragraphs at the ends join the text around them; other blocks stay blocks. */
function openSlice(blocks: readonly Node[]): Slice {
  const first = blocks[0]?.type === paragraph ? 1 : 0;
  const last = blocks.at(-1)?.type === paragraph ? 1 : 0;
  return new Slice(Fragment.from(blocks), first, last);
}

function withBreaks(lines: string): Node[] {
  const nodes: Node[] = [];
  lines.split("\n").forEach((line, i) => {
    if (i > 0) nodes.push(hardBreak.create());
    if (line !== "") nodes.push(schema.text(line));
  });
  return nodes;
}

function safe(fragment: Fragment): Fragment {
  const nodes: Node[] = [];
  fragment.forEach((node) => {
    const marks = node.marks.filter(
      (mark) => mark.type.name !== "link" || safeAddress(mark.attrs.href) !== null,
    );
    const kept = node.isText ? node : node.copy(safe(node.content));
    nodes.push(marks.length === node.marks.length ? kept : kept.mark(marks));
  });
  return Fragment.from(nodes);
}
