import type { Code } from "mdast";
import type { Node } from "prosemirror-model";
import { characterReference } from "../character.ts";
import { fenceFor } from "../printing.ts";
import type { Reading } from "../reading.ts";
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

export function readCode(tree: Code, reading: Reading): Node {
  const attrs = { language: tree.lang ?? null, meta: tree.meta ?? null };
  return reading.create("code_block", attrs, reading.text(tree.value));
}

export function printCodeBlock(node: Node): string {
  const text = node.textContent;
  const info = printInfo(node.attrs.language, node.attrs.meta);
  // An info string with a backtick is not allowed after a backtick fence.
  const fence = fenceFor(text, info.includes("`") ? "~" : "`", 3);
  return text === "" ? `${fence}${info}\n${fence}` : `${fence}${info}\n${text}\n${fence}`;
}

function printInfo(language: string | null, meta: string | null): string {
  if (language === null) return "";
  const word = escapeInfo(language).replace(/[ \t]/g, characterReference);
  return meta === null ? word : `${word} ${escapeInfo(meta)}`;
}

function escapeInfo(text: string): string {
  return text
    .replace(/\\/g, "\\\\")
    .replace(/&(?=#?[A-Za-z0-9]+;)/g, "\\&")
    .replace(/[\r\n]/g, characterReference)
    .replace(/^~/, "\\~");
}
