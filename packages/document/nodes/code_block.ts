import type { NodeSpec } from "prosemirror-model";
import { keptAttribute } from "../kept.ts";

/** `language` is the first word of the info string, `meta` the rest of it. */
export const codeBlockSpec: NodeSpec = {
  content: "text*",
  group: "block",
  marks: "",
  code: true,
  defining: true,
  attrs: {
    language: { default: null, validate: "string|null" },
    meta: { default: null, validate: "string|null" },
    ...keptAttribute,
  },
  parseDOM: [
    {
      tag: "pre",
      preserveWhitespace: "full",
      getAttrs: (dom) => ({ language: languageOf(dom) }),
    },
  ],
  toDOM: (node) => [
    "pre",
    node.attrs.language ? { "data-language": node.attrs.language } : {},
    ["code", node.attrs.language ? { class: `language-${node.attrs.language}` } : {}, 0],
  ],
};

function languageOf(dom: HTMLElement): string | null {
  const named = dom.getAttribute("data-language");
  if (named) return named;
  const code = dom.querySelector("code");
  return /(?:^|\s)language-(\S+)/.exec(code?.getAttribute("class") ?? "")?.[1] ?? null;
}
