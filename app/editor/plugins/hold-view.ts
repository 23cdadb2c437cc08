import type { EditorState, Transaction } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import { remoteTransaction } from "../collab/collab.ts";

/**
 * Applies a transaction so that the reader's view does not move for what others wrote above it. The browser's own
 * scroll anchoring does most of this; it gives up when the block it held on to is drawn anew, and some browsers
 * have none, so the place of the first visible block is measured before and after.
 */
export function applyHolding(view: EditorView, tr: Transaction): void {
  const hold = remoteTransaction(tr) && tr.docChanged ? grip(view, tr) : null;
  view.updateState(view.state.apply(tr));
  if (hold) restore(view, hold, tr);
}

type Grip = { scroller: Element; pos: number; top: number };

function grip(view: EditorView, tr: Transaction): Grip | null {
  const scroller = scrollerOf(view.dom);
  const visible = scroller.getBoundingClientRect();
  const top = Math.max(visible.top, 0);
  const text = view.dom.getBoundingClientRect();
  if (text.top >= top) return null;
  const block = firstVisibleBlock(view, top);
  if (!block || !changesBefore(tr, view.state, block.pos)) return null;
  return { scroller, ...block };
}

function restore(view: EditorView, { scroller, pos, top }: Grip, tr: Transaction): void {
  const element = view.nodeDOM(tr.mapping.map(pos, 1));
  if (!(element instanceof HTMLElement)) return;
  const moved = element.getBoundingClientRect().top - top;
  if (Math.abs(moved) >= 1) scroller.scrollTop += moved;
}

/** The first block whose lower edge is in view, by halving: blocks lie below one another. */
function firstVisibleBlock(view: EditorView, edge: number): { pos: number; top: number } | null {
  const blocks = view.dom.children;
  let low = 0;
  let high = blocks.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((blocks[middle]?.getBoundingClientRect().bottom ?? 0) > edge) high = middle;
    else low = middle + 1;
  }
  const block = blocks[low];
  if (!block) return null;
  const inside = view.posAtDOM(block, 0);
  const $inside = view.state.doc.resolve(Math.min(inside, view.state.doc.content.size));
  return { pos: $inside.depth > 0 ? $inside.before(1) : inside, top: block.getBoundingClientRect().top };
}

function changesBefore(tr: Transaction, state: EditorState, pos: number): boolean {
  const end = state.doc.nodeAt(pos)?.nodeSize ?? 0;
  let before = false;
  tr.mapping.maps.forEach((map, i) => {
    map.forEach((from) => {
      if (tr.mapping.slice(0, i).invert().map(from) < pos + end) before = true;
    });
  });
  return before;
}

function scrollerOf(element: Element): Element {
  for (let each = element.parentElement; each; each = each.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(each).overflowY)) return each;
  }
  return document.scrollingElement ?? document.documentElement;
}
