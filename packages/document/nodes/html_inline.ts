import type { NodeSpec } from "prosemirror-model";

/** One raw HTML tag, comment or the like inside a line, or a link without text: shown as source, never executed. */
export const htmlInlineSpec: NodeSpec = {
  inline: true,
  group: "inline",
  atom: true,
  attrs: { source: { validate: "string" } },
  parseDOM: [
    {
      tag: "code[data-html]",
      priority: 60,
      getAttrs: (dom) => ({ source: dom.getAttribute("data-html") ?? "" }),
    },
  ],
  toDOM: (node) => ["code", { "data-html": node.attrs.source }, node.attrs.source],
  leafText: (node) => node.attrs.source,
};
