import type { Node } from "prosemirror-model";
import { printAddress } from "../address_print.ts";
import { escapeText } from "../escape.ts";
import type { NodeSpec } from "prosemirror-model";
import { safeAddress } from "../address.ts";

export const imageSpec: NodeSpec = {
  inline: true,
  group: "inline",
  draggable: true,
  attrs: {
    src: { validate: "string" },
    alt: { default: "", validate: "string" },
    title: { default: null, validate: "string|null" },
  },
  parseDOM: [
    {
      tag: "img[src]",
      getAttrs: (dom) => {
        const src = safeAddress(dom.getAttribute("src") ?? "");
        return src === null
          ? false
          : { src, alt: dom.getAttribute("alt") ?? "", title: dom.getAttribute("title") };
      },
    },
  ],
  toDOM: (node) => {
    const src = safeAddress(node.attrs.src);
    return ["img", { ...(src === null ? {} : { src }), alt: node.attrs.alt, title: node.attrs.title }];
  },
};

export function printImage(node: Node, cell: boolean): string {
  const alt = escapeText(node.attrs.alt, { cell, link: true, paired: "*_~$" }).replace(
    /(https?):(?=\/\/)/gi,
    "$1\\:",
  );
  return `![${alt}](${printAddress(node.attrs.src, { title: node.attrs.title, cell })})`;
}
