import { DOMSerializer } from "prosemirror-model";
import type { Node } from "prosemirror-model";
import type { EditorWords } from "../words.ts";
import { domOf } from "./spec.ts";

/** The description of a node as elements. */
export function render(
  node: Node,
  words: EditorWords,
): { dom: HTMLElement; contentDOM: HTMLElement | undefined } {
  const { dom, contentDOM } = DOMSerializer.renderSpec(document, domOf(node, words));
  if (!(dom instanceof HTMLElement)) throw new Error(`${node.type.name} is not drawn as an element`);
  return { dom, contentDOM };
}
