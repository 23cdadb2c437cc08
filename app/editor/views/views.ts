import type { Node } from "prosemirror-model";
import type { NodeViewConstructor } from "prosemirror-view";
import type { EditorWords } from "../words.ts";
import { codeBlockView } from "./code-block.ts";
import { DRAWN } from "./spec.ts";
import { listItemView } from "./list-item.ts";
import { render } from "./render.ts";

/** The views of all nodes that are drawn otherwise than the schema says. */
export function nodeViews(words: EditorWords): Record<string, NodeViewConstructor> {
  const plain = Object.keys(DRAWN).map((name) => [name, drawnView(words)] as const);
  return {
    ...Object.fromEntries(plain),
    list_item: listItemView(words),
    code_block: codeBlockView(words),
  };
}

/** A view without behaviour of its own: the description, and nothing listened to outside the content. */
function drawnView(words: EditorWords): NodeViewConstructor {
  return (node: Node, view) => {
    const { dom, contentDOM } = render(node, words, { editable: view.editable });
    return contentDOM === undefined || contentDOM === dom
      ? { dom, contentDOM }
      : {
          dom,
          contentDOM,
          ignoreMutation: (mutation) =>
            mutation.type !== "selection" && !contentDOM.contains(mutation.target),
        };
  };
}
