import type { Html } from "mdast";
import type { Node } from "prosemirror-model";
import type { Reading } from "../reading.ts";
import type { NodeSpec } from "prosemirror-model";
import { keptAttribute } from "../kept.ts";

/** Raw HTML, as text content: shown as source, never executed. */
export const htmlBlockSpec: NodeSpec = {
  content: "text*",
  group: "block",
  marks: "",
  code: true,
  defining: true,
  attrs: { ...keptAttribute },
  parseDOM: [{ tag: "pre[data-html-block]", preserveWhitespace: "full", priority: 60 }],
  toDOM: () => ["pre", { "data-html-block": "" }, 0],
};

export function readHtml(tree: Html, reading: Reading): Node {
  return reading.create("html_block", {}, reading.text(tree.value));
}

export function printHtmlBlock(node: Node): string {
  return node.textContent;
}

/** The seven ways an HTML block begins, in the order of CommonMark 0.31, "HTML blocks". */
const NAMES =
  "address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul";
const KINDS: { begins: RegExp; ends: RegExp | null; closer: (text: string) => string }[] = [
  {
    begins: /^<(script|pre|style|textarea)(?:[ \t\n>]|$)/i,
    ends: /<\/(?:script|pre|style|textarea)>/i,
    closer: (text) => `</${/^ *<(\w+)/.exec(text)?.[1] ?? "script"}>`,
  },
  { begins: /^<!--/, ends: /-->/, closer: () => "-->" },
  { begins: /^<\?/, ends: /\?>/, closer: () => "?>" },
  { begins: /^<![A-Za-z]/, ends: />/, closer: () => ">" },
  { begins: /^<!\[CDATA\[/, ends: /\]\]>/, closer: () => "]]>" },
  { begins: new RegExp(`^</?(?:${NAMES})(?:[ \\t\\n]|/?>|$)`, "i"), ends: null, closer: () => "" },
];
const ATTRIBUTE = "[ \\t]+[A-Za-z_:][\\w.:-]*(?:[ \\t]*=[ \\t]*(?:[^\\s\"'=<>`]+|'[^']*'|\"[^\"]*\"))?";
const LONE_TAG = new RegExp(
  `^(?:<[A-Za-z][A-Za-z0-9-]*(?:${ATTRIBUTE})*[ \\t]*/?>|</[A-Za-z][A-Za-z0-9-]*[ \\t]*>)[ \\t]*$`,
);

/** Whether a line that begins with `source` begins an HTML block. `alone`: nothing else is on the line. */
export function beginsHtmlBlock(source: string, options: { alone: boolean }): boolean {
  if (KINDS.some((kind) => kind.begins.test(source))) return true;
  return options.alone && LONE_TAG.test(source.split("\n")[0] ?? "") && !source.includes("\n");
}

/**
 * What `text` is as a block by itself: null when it is no HTML block. `closer` is what must follow for another block
 * to come after it; `interrupts` tells whether it may stand directly under a paragraph.
 */
export function htmlBlockOf(text: string): { closer: string; interrupts: boolean; toBlank: boolean } | null {
  if (/^ {4}|^ *\t/.test(text)) return null;
  const lines = text.split("\n");
  const first = (lines[0] ?? "").replace(/^ +/, "");
  const kind = KINDS.find((each) => each.begins.test(first));
  if (!kind && !LONE_TAG.test(first)) return null;
  const blank = lines.some((line) => /^[ \t]*$/.test(line));
  if (!kind?.ends) return blank ? null : { closer: "", interrupts: kind !== undefined, toBlank: true };
  const end = lines.findIndex((line) => kind.ends?.test(line));
  if (end >= 0) return end === lines.length - 1 ? { closer: "", interrupts: true, toBlank: false } : null;
  return { closer: kind.closer(text), interrupts: true, toBlank: false };
}
