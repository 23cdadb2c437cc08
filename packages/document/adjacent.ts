import type { Node } from "prosemirror-model";
import { htmlBlockOf } from "./nodes/html_block.ts";
import { isUnderlined } from "./nodes/heading.ts";

/** Whether `node`, printed anew, may stand on the line right after `before` and still be a block of its own. */
export function maySitUnder(before: Node, node: Node): boolean {
  const last = lastBlock(before);
  if (last.type.name === "html_block" && htmlBlockOf(last.textContent)?.toBlank !== false) return false;
  if (before.type.name === "blockquote" || before.type.name === "callout") {
    if (node.type.name === "blockquote" || node.type.name === "callout") return false;
  }
  if (before.type.name === "footnote_definition" || node.type.name === "footnote_definition") return false;
  if (last.type.name === "definition") {
    if (node.type.name === "definition") return before === last;
    if (node.type.name === "paragraph")
      return before === last && !/^["'(]/.test(node.textContent) && node.firstChild?.isText === true;
    return interrupts(node);
  }
  if (node.type.name === "definition") return last.type.name !== "paragraph" && last.type.name !== "table";
  return last.type.name === "paragraph" || last.type.name === "table" ? interrupts(node) : true;
}

function lastBlock(node: Node): Node {
  let last = node;
  while (last.lastChild?.isBlock && last.type.name !== "table") last = last.lastChild;
  return last;
}

/** What may interrupt a paragraph (CommonMark 0.31, "Paragraphs" and where each block is defined). */
function interrupts(node: Node): boolean {
  switch (node.type.name) {
    case "heading":
      return !isUnderlined(node);
    case "html_block":
      return htmlBlockOf(node.textContent)?.interrupts === true;
    case "blockquote":
    case "bullet_list":
    case "ordered_list":
      return startsWithText(node);
    case "paragraph":
    case "table":
    case "definition":
    case "footnote_definition":
      return false;
    default:
      return true;
  }
}

/** Whether no list in the block's first line is one that a line of text would swallow: empty, or not from one. */
function startsWithText(node: Node): boolean {
  switch (node.type.name) {
    case "ordered_list":
      return node.attrs.start === 1 && startsWithText(node.child(0));
    case "list_item":
      return node.attrs.checked !== null || startsWithText(node.child(0));
    case "bullet_list":
      return startsWithText(node.child(0));
    case "blockquote":
      return node.child(0).type.name === "paragraph" || startsWithText(node.child(0));
    case "paragraph":
      return node.childCount > 0;
    default:
      return true;
  }
}
