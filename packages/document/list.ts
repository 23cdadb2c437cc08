import type { List, Nodes } from "mdast";
import type { Node } from "prosemirror-model";
import type { Reading } from "./reading.ts";
import { indentLines, type Printing } from "./printing.ts";

/**
 * A list is loose when its items, or the blocks of one, have a blank line between (CommonMark 0.31, "Lists"). Told from
 * where things stand: the parser's own answer counts some blank lines after a list and misses some beside empty items.
 */
export function isTight(tree: List, reading: Reading): boolean {
  return !apart(tree.children, reading) && !tree.children.some((item) => apart(item.children, reading));
}

function apart(children: readonly Nodes[], reading: Reading): boolean {
  return children.some((child, index) => {
    const before = children[index - 1];
    return before !== undefined && startLine(child) > lastLine(before, reading) + 1;
  });
}

function startLine(tree: Nodes): number {
  return tree.position?.start.line ?? 0;
}

/** The last line that belongs to the block; the position of a container may go on over blank lines. */
function lastLine(tree: Nodes, reading: Reading): number {
  if (
    tree.type !== "list" &&
    tree.type !== "listItem" &&
    tree.type !== "blockquote" &&
    tree.type !== "footnoteDefinition"
  )
    return tree.position?.end.line ?? 0;
  const last = tree.children.at(-1);
  let line = last ? lastLine(last, reading) : startLine(tree);
  if (tree.type !== "blockquote") return line;
  const marks = quoteMarks(reading.line(startLine(tree)).slice(0, tree.position?.start.column));
  const end = tree.position?.end.line ?? 0;
  while (
    line < end &&
    /^[ \t>]*$/.test(reading.line(line + 1)) &&
    quoteMarks(reading.line(line + 1)) >= marks
  )
    line++;
  return line;
}

function quoteMarks(text: string): number {
  return text.split(">").length - 1;
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
  // Markers of nothing but empty items, one behind the other, would be a rule.
  const rule = /^([-*])(?: *\1)+(?=\n|$)/.test(text) && text.startsWith(of.marker);
  return indentLines(text, {
    first: rule ? `${of.marker}\n${" ".repeat(of.marker.length + 1)}` : `${of.marker} `,
    rest: " ".repeat(of.marker.length + 1),
  });
}
