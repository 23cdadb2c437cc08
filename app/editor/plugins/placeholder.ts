import { Plugin } from "prosemirror-state";
import { Decoration, DecorationSet } from "prosemirror-view";
import type { EditorWords } from "../words.ts";

/** What an empty document says. Drawn by the style sheet, so it is neither selected nor copied. */
export function placeholder(words: EditorWords): Plugin {
  return new Plugin({
    props: {
      decorations: ({ doc }) => {
        const only = doc.childCount === 1 ? doc.firstChild : null;
        if (only?.type.name !== "paragraph" || only.content.size > 0) return null;
        const attrs = { class: "placeholder", "data-placeholder": words.placeholder };
        return DecorationSet.create(doc, [Decoration.node(0, only.nodeSize, attrs)]);
      },
    },
  });
}
