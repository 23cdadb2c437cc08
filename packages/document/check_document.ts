import type { Attrs, Node } from "prosemirror-model";

/** What fits the schema already: blocks and attributes never change, so each is checked once in its life. */
const checked = new WeakSet<Node | Attrs>();

/** `doc.check()`, at the price of the blocks that changed. Throws a RangeError when something does not fit. */
export function checkDocument(doc: Node): void {
  if (!doc.type.validContent(doc.content)) throw new RangeError("these blocks cannot stand in this order");
  for (const block of doc.children) {
    if (checked.has(block)) continue;
    block.check();
    checked.add(block);
  }
  if (checked.has(doc.attrs)) return;
  doc.check();
  checked.add(doc.attrs);
}
