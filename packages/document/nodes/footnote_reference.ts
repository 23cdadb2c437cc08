import type { Node } from "prosemirror-model";
import type { NodeSpec } from "prosemirror-model";

/** A footnote's label as its author wrote it, escapes included: no white space, no bare brackets. */
export const FOOTNOTE_LABEL = /^(?:[^\s[\]\\]|\\.)+$/u;

export const labelAttribute = {
  label: {
    validate(value: unknown) {
      if (typeof value !== "string" || value.length > 999 || !FOOTNOTE_LABEL.test(value))
        throw new RangeError("a footnote label has no white space and no brackets");
    },
  },
};

/** `[^label]`; a reference whose definition is gone prints as the text it looks like. */
export const footnoteReferenceSpec: NodeSpec = {
  inline: true,
  group: "inline",
  atom: true,
  attrs: { ...labelAttribute },
  parseDOM: [
    {
      tag: "sup[data-footnote-reference]",
      getAttrs: (dom) => {
        const label = dom.getAttribute("data-footnote-reference");
        return label !== null && FOOTNOTE_LABEL.test(label) ? { label } : false;
      },
    },
  ],
  toDOM: (node) => ["sup", { "data-footnote-reference": node.attrs.label }, node.attrs.label],
};

export function printFootnoteReference(node: Node): string {
  return `[^${node.attrs.label}]`;
}

/** Labels that name the same thing in Markdown: white space is one space, case does not count. */
export function sameLabel(label: string): string {
  return label
    .replace(/[\t\n\r ]+/g, " ")
    .replace(/^ | $/g, "")
    .toLowerCase()
    .toUpperCase();
}
