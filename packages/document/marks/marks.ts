import type { MarkSpec } from "prosemirror-model";
import { whole } from "../attribute.ts";
import { safeAddress } from "../address.ts";

/**
 * Markdown can nest a mark in its like, or put two side by side (`**a** **b**` without the space), which a flat set
 * of marks cannot tell from one. `nest` is 0 but for those: marks with different numbers stay apart, and of two over
 * the same text the lower number is outside.
 */
const nestAttribute = { nest: whole({ least: 0, most: 100, initial: 0 }) };

export const linkSpec: MarkSpec = {
  inclusive: false,
  attrs: {
    href: { validate: "string" },
    title: { default: null, validate: "string|null" },
    /** Written as a bare address (`https://…`, `www.…`, an email address). */
    bare: { default: false, validate: "boolean" },
    ...nestAttribute,
  },
  parseDOM: [
    {
      tag: "a[href]",
      getAttrs: (dom) => {
        const href = safeAddress(dom.getAttribute("href") ?? "");
        return href === null ? false : { href, title: dom.getAttribute("title") };
      },
    },
  ],
  toDOM: (mark) => {
    const href = safeAddress(mark.attrs.href);
    return [
      "a",
      { ...(href === null ? {} : { href }), title: mark.attrs.title, rel: "noopener noreferrer" },
      0,
    ];
  },
};

export const emphasisSpec: MarkSpec = {
  excludes: "",
  attrs: { ...nestAttribute },
  parseDOM: [{ tag: "em" }, { tag: "i" }, { style: "font-style=italic" }],
  toDOM: () => ["em", 0],
};

export const strongSpec: MarkSpec = {
  excludes: "",
  attrs: { ...nestAttribute },
  parseDOM: [
    { tag: "strong" },
    // Google Docs wraps everything it copies in a <b> of normal weight.
    { tag: "b", getAttrs: (dom) => dom.style.fontWeight !== "normal" && null },
    { style: "font-weight", getAttrs: (value) => /^(bold(er)?|[5-9]\d{2,})$/.test(value) && null },
  ],
  toDOM: () => ["strong", 0],
};

export const strikeSpec: MarkSpec = {
  parseDOM: [{ tag: "del" }, { tag: "s" }, { style: "text-decoration=line-through" }],
  toDOM: () => ["del", 0],
};

export const codeSpec: MarkSpec = {
  code: true,
  inclusive: false,
  parseDOM: [{ tag: "code" }],
  toDOM: () => ["code", 0],
};
