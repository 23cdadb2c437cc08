import type { DOMOutputSpec, Node } from "prosemirror-model";
import { safeAddress, shownImage } from "../address.ts";
import type { EditorWords } from "../words.ts";

/**
 * The DOM of each node as readers see it, where it is more than the schema's own (which is what the clipboard
 * gets). One description for the text the server sends and for the live editor, so that both are laid out the same.
 */
export function domOf(node: Node, words: EditorWords): DOMOutputSpec {
  const draw = DRAWN[node.type.name];
  if (draw) return draw(node, words);
  const spec = node.type.spec.toDOM?.(node);
  if (!spec) throw new Error(`${node.type.name} cannot be shown`);
  return spec;
}

/** Taken away where the text is edited: there the caret scrolls, and another stop would be in its way. */
const SCROLLS = { tabindex: "0" };

type Draw = (node: Node, words: EditorWords) => DOMOutputSpec;

/** Node types that are drawn here; all others as the schema says. */
export const DRAWN: Readonly<Record<string, Draw>> = {
  paragraph: () => ["p", { dir: "auto" }, 0],
  heading: (node) => [`h${node.attrs.level}`, { dir: "auto" }, 0],
  blockquote: () => ["blockquote", { dir: "auto" }, 0],
  list_item: (node, words) => (node.attrs.checked === null ? ["li", { dir: "auto" }, 0] : task(node, words)),
  callout,
  code_block: (node, words) => source("code", languageName(node.attrs.language) ?? words.codePlain),
  math_block: (_, words) => source("source", words.mathSource),
  html_block: (_, words) => source("source", words.htmlSource),
  front_matter: (_, words) => source("source", words.frontMatter),
  definition: (node, words) => [
    "div",
    { class: "source" },
    caption(words.definitionSource),
    ["pre", ["code", definitionText(node)]],
  ],
  table: () => ["div", { class: "prose-table", ...SCROLLS }, ["table", ["tbody", 0]]],
  table_header: (node) => ["th", { scope: "col", ...aligned(node) }, 0],
  table_cell: (node) => ["td", aligned(node), 0],
  image,
  math_inline: (node) => ["span", { class: "math-inline" }, node.attrs.source],
  html_inline: (node) => ["span", { class: "html-inline" }, node.attrs.source],
  footnote_reference: (node) => ["sup", { class: "footnote-mark" }, node.attrs.label],
  footnote_definition: (node) => [
    "div",
    { class: "footnote" },
    ["span", { class: "footnote-label", contenteditable: "false" }, node.attrs.label],
    ["div", { class: "footnote-text" }, 0],
  ],
};

/** A link definition as Markdown writes it. */
export function definitionText(node: Node): string {
  const { label, href, title } = node.attrs;
  return `[${label}]: ${href}${title === null ? "" : ` "${title}"`}`;
}

const NAMES: Readonly<Record<string, string>> = {
  ts: "TypeScript",
  typescript: "TypeScript",
  tsx: "TSX",
  js: "JavaScript",
  javascript: "JavaScript",
  jsx: "JSX",
  json: "JSON",
  sql: "SQL",
  sh: "Shell",
  bash: "Shell",
  shell: "Shell",
  py: "Python",
  python: "Python",
  go: "Go",
  rs: "Rust",
  rust: "Rust",
  java: "Java",
  rb: "Ruby",
  ruby: "Ruby",
  c: "C",
  cpp: "C++",
  cs: "C#",
  css: "CSS",
  html: "HTML",
  xml: "XML",
  yaml: "YAML",
  yml: "YAML",
  toml: "TOML",
  md: "Markdown",
  markdown: "Markdown",
  diff: "Diff",
  mermaid: "Mermaid",
  graphql: "GraphQL",
  php: "PHP",
  swift: "Swift",
  kotlin: "Kotlin",
};

/** What a language is called; the word itself where it is not known, null where there is none. */
export function languageName(language: string | null): string | null {
  return language === null || language === "" ? null : (NAMES[language.toLowerCase()] ?? language);
}

function task(node: Node, words: EditorWords): DOMOutputSpec {
  const box = { type: "checkbox", tabindex: "-1", "aria-label": words.taskDone };
  return [
    "li",
    { class: node.attrs.checked ? "task checked" : "task", dir: "auto" },
    [
      "label",
      { class: "task-box", contenteditable: "false" },
      ["input", node.attrs.checked ? { ...box, checked: "" } : box],
    ],
    ["div", { class: "task-text" }, 0],
  ];
}

function source(name: string, title: string): DOMOutputSpec {
  // Long lines scroll sideways, so a reader's keyboard must be able to stop here.
  return ["div", { class: name, ...(name === "code" && SCROLLS) }, caption(title), ["pre", ["code", 0]]];
}

function caption(title: string): DOMOutputSpec {
  return ["div", { class: "code-cap", contenteditable: "false" }, ["span", { class: "code-name" }, title]];
}

function aligned(node: Node): Record<string, string> {
  return node.attrs.align ? { style: `text-align: ${node.attrs.align}` } : {};
}

function image(node: Node, words: EditorWords): DOMOutputSpec {
  const { src, alt, title } = node.attrs;
  if (shownImage(src))
    return ["img", { src, alt, title, loading: "lazy", decoding: "async", referrerpolicy: "no-referrer" }];
  const name = ["span", alt || words.imageHidden] as const;
  if (!/^https?:/i.test(src) || safeAddress(src) === null)
    return ["span", { class: "image-hidden", title: src }, name];
  const link = ["a", { href: src, title: src, rel: "noopener noreferrer" }, words.imageOpen] as const;
  return ["span", { class: "image-hidden" }, name, link];
}

const SVG = "http://www.w3.org/2000/svg";

/** Signs on a 20 grid: a circle with a letter-like mark, a bulb, a star, a triangle, an octagon. */
const SIGNS: Readonly<Record<string, string>> = {
  note: "M10 2.5a7.5 7.5 0 1 0 0 15 7.500 7.500 0 0 0 0-15M10 9v4.500M10 6.400v.1",
  tip: "M7.500 14.500h5M8.300 17.300h3.400M6.700 11.800a4.800 4.800 0 1 1 6.600 0c-.6.600-.8 1.200-.8 2.700h-5c0-1.500-.2-2.100-.8-2.700",
  important: "M3 4.500h14v9.500h-6l-3.500 3v-3H3zM10 6.800v2.700M10 11.600v.1",
  warning: "M10 3 2.400 16.500h15.200zM10 8.300v3.700M10 14.200v.1",
  caution:
    "M6.900 2.500h6.200l4.400 4.400v6.200l-4.400 4.400H6.900l-4.400-4.400V6.900zM10 6.300v4.400M10 13.400v.1",
};

function callout(node: Node, words: EditorWords): DOMOutputSpec {
  const kind: string = node.attrs.kind;
  const titles: Record<string, string> = {
    note: words.calloutNote,
    tip: words.calloutTip,
    important: words.calloutImportant,
    warning: words.calloutWarning,
    caution: words.calloutCaution,
  };
  return [
    "div",
    { class: "callout", "data-kind": kind, role: "note", "aria-label": titles[kind] ?? kind, dir: "auto" },
    [
      "div",
      { class: "callout-sign", contenteditable: "false", "aria-hidden": "true" },
      [`${SVG} svg`, { viewBox: "0 0 20 20" }, [`${SVG} path`, { d: SIGNS[kind] ?? "" }]],
    ],
    [
      "div",
      { class: "callout-title", contenteditable: "false", "aria-hidden": "true" },
      titles[kind] ?? kind,
    ],
    ["div", { class: "callout-text" }, 0],
  ];
}
