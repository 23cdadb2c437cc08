import type { NodeSpec } from "prosemirror-model";
import { keptAttribute } from "../kept.ts";

/** A link reference definition, `[label]: href "title"`. `label` is as written, escapes included. */
export const definitionSpec: NodeSpec = {
  group: "block",
  attrs: {
    label: { validate: "string" },
    href: { default: "", validate: "string" },
    title: { default: null, validate: "string|null" },
    ...keptAttribute,
  },
  parseDOM: [
    {
      tag: "pre[data-definition]",
      priority: 60,
      getAttrs: (dom) => ({
        label: dom.getAttribute("data-definition"),
        href: dom.getAttribute("data-href") ?? "",
        title: dom.getAttribute("data-title"),
      }),
    },
  ],
  toDOM: (node) => [
    "pre",
    { "data-definition": node.attrs.label, "data-href": node.attrs.href, "data-title": node.attrs.title },
    `[${node.attrs.label}]: ${node.attrs.href}${node.attrs.title === null ? "" : ` "${node.attrs.title}"`}`,
  ],
};
