import { DOMSerializer } from "prosemirror-model";
import type { Node } from "prosemirror-model";
import type { EditorWords } from "../words.ts";
import { domOf } from "./spec.ts";

/** The description of a node as elements. */
export function render(
  node: Node,
  words: EditorWords,
  options: { editable: boolean },
): { dom: HTMLElement; contentDOM: HTMLElement | undefined } {
  const { dom, contentDOM } = DOMSerializer.renderSpec(document, domOf(node, words));
  if (!(dom instanceof HTMLElement)) throw new Error(`${node.type.name} is not drawn as an element`);
  if (options.editable) dom.removeAttribute("tabindex");
  return { dom, contentDOM };
}

/** Makes what scrolls sideways a stop for a reader's keyboard, or no stop for a writer's. */
export function setStops(root: HTMLElement, options: { editable: boolean }): void {
  for (const each of root.querySelectorAll<HTMLElement>(".prose-table")) {
    if (options.editable) each.removeAttribute("tabindex");
    else each.tabIndex = 0;
  }
}
