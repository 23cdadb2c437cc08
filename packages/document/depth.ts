import type { Nodes } from "mdast";
import type { Node } from "prosemirror-model";

/** Levels of blocks a document may nest. */
export const MAX_DEPTH = 20;

/** Levels the parser is let loose on, and marks nested in each other that are read. */
const MAX_MARKERS = 100;

/** Cells of all tables; short rows are filled up to the header's width, so a small text could ask for millions. */
export const MAX_CELLS = 100_000;

/** Thrown by `parseMarkdown` for text that asks for more than is read; compare `code`, not the class. */
export class TooDeep extends Error {
  readonly code = "too-deep";
}

const CONTAINERS = new Set([
  "blockquote",
  "callout",
  "list_item",
  "footnote_definition",
  "table_cell",
  "table_header",
]);

/** How deep blocks nest: 0 for paragraphs, one more for each quote, item, footnote or cell around. */
export function depthOf(root: Node): number {
  let deepest = 0;
  const waiting: { node: Node; depth: number }[] = [
    { node: root, depth: CONTAINERS.has(root.type.name) ? 1 : 0 },
  ];
  for (let at = waiting.pop(); at; at = waiting.pop()) {
    deepest = Math.max(deepest, at.depth);
    if (at.node.isTextblock) continue;
    for (const child of at.node.children)
      waiting.push({ node: child, depth: at.depth + (CONTAINERS.has(child.type.name) ? 1 : 0) });
  }
  return deepest;
}

const CONTAINER_TREES = new Set(["blockquote", "listItem", "footnoteDefinition"]);

/** Without recursion, so that no depth can overflow the stack. */
export function checkTreeDepth(root: Nodes) {
  const waiting: { tree: Nodes; blocks: number; all: number }[] = [{ tree: root, blocks: 0, all: 0 }];
  let cells = 0;
  for (let at = waiting.pop(); at; at = waiting.pop()) {
    if (at.blocks > MAX_DEPTH || at.all > MAX_MARKERS)
      throw new TooDeep(`nested more than ${MAX_DEPTH} deep`);
    if (at.tree.type === "table")
      cells += at.tree.children.length * (at.tree.children[0]?.children.length ?? 0);
    if (cells > MAX_CELLS) throw new TooDeep(`tables of more than ${MAX_CELLS} cells`);
    if (!("children" in at.tree)) continue;
    for (const child of at.tree.children)
      waiting.push({
        tree: child,
        blocks: at.blocks + (CONTAINER_TREES.has(child.type) ? 1 : 0),
        all: at.all + 1,
      });
  }
}

const MARKERS = /^(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))){100}/;
const RULE = /^[ \t>]*([-*_])(?:[ \t]*\1)*[ \t]*$/;

/** Refuses, before the parser sees it, a line with so many quote or list markers that parsing it takes long. */
export function checkTextDepth(text: string) {
  for (const line of text.split("\n"))
    if (line.length > MAX_MARKERS && MARKERS.test(line) && !RULE.test(line))
      throw new TooDeep(`nested more than ${MAX_DEPTH} deep`);
}
