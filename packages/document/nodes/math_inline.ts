import type { NodeSpec } from "prosemirror-model";

/** `$source$`: TeX inside a line. */
export const mathInlineSpec: NodeSpec = {
  inline: true,
  group: "inline",
  atom: true,
  attrs: { source: { validate: "string" } },
  parseDOM: [
    { tag: "span[data-math]", getAttrs: (dom) => ({ source: dom.getAttribute("data-math") ?? "" }) },
  ],
  toDOM: (node) => ["span", { "data-math": node.attrs.source }, node.attrs.source],
  leafText: (node) => node.attrs.source,
};
