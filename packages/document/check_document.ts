import type { Attrs, Node } from "prosemirror-model";
import { depthOf, MAX_DEPTH } from "./depth.ts";

/** What fits the schema already: blocks and attributes never change, so each is checked once in its life. */
const checked = new WeakSet<Node | Attrs>();

/**
 * `doc.check()`, at the price of the blocks that changed. Throws a RangeError when something does not fit, or nests
 * more than MAX_DEPTH deep, which no Markdown that is read may. `before`,
 * which fits, saves looking at the blocks both begin and end with.
 */
export function checkDocument(doc: Node, before?: Node): void {
  if (!doc.type.validContent(doc.content)) throw new RangeError("these blocks cannot stand in this order");
  const { from, to } = before ? changedBlocks(before, doc) : { from: 0, to: doc.childCount };
  for (let i = from; i < to; i++) {
    const block = doc.child(i);
    if (checked.has(block)) continue;
    block.check();
    checkText(block);
    if (depthOf(block) > MAX_DEPTH) throw new RangeError(`blocks nest more than ${MAX_DEPTH} deep`);
    checked.add(block);
  }
  if (checked.has(doc.attrs)) return;
  doc.check();
  checked.add(doc.attrs);
}

/** Half a character, such as one half of an emoji, is no text: no database and no file takes it. */
function checkText(node: Node): void {
  if (node.text?.isWellFormed() === false) throw new RangeError("half a surrogate pair");
  for (const child of node.children) checkText(child);
}

/** The blocks of `after` between those that it begins and ends with as `before` does: indices, the end left out. */
export function changedBlocks(before: Node, after: Node): { from: number; to: number } {
  const shorter = Math.min(before.childCount, after.childCount);
  let from = 0;
  while (from < shorter && before.child(from) === after.child(from)) from++;
  let same = 0;
  const left = shorter - from;
  while (
    same < left &&
    before.child(before.childCount - 1 - same) === after.child(after.childCount - 1 - same)
  )
    same++;
  return { from, to: after.childCount - same };
}
