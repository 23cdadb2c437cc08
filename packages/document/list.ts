import type { List } from "mdast";
import type { Node } from "prosemirror-model";
import { indentLines, type Printing } from "./printing.ts";

/** A list is loose when anything in it is separated by a blank line (CommonMark 0.31, "Lists"). */
export function isTight(tree: List): boolean {
  return !tree.spread && !tree.children.some((item) => item.spread);
}

/** Items under `markerOf` their position, one after another. */
export function printItems(node: Node, printing: Printing, markerOf: (index: number) => string): string {
  const items: string[] = [];
  node.forEach((item, _, index) =>
    items.push(printItem(item, printing, { marker: markerOf(index), list: node })),
  );
  return items.join(node.attrs.tight ? "\n" : "\n\n");
}

function printItem(item: Node, printing: Printing, of: { marker: string; list: Node }): string {
  const { checked } = item.attrs;
  const task = checked === null ? "" : checked ? "[x]" : "[ ]";
  const content = printing.blocks(item, { tight: of.list.attrs.tight });
  // An empty task paragraph before other blocks: the next block starts on the next line.
  const text =
    task === ""
      ? content
      : content === "" || content.startsWith("\n")
        ? task + content
        : `${task} ${content}`;
  if (text === "") return of.marker;
  return indentLines(text, { first: `${of.marker} `, rest: " ".repeat(of.marker.length + 1) });
}
