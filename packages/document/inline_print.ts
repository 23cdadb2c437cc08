import type { Mark, Node } from "prosemirror-model";
import { printAddress } from "./address_print.ts";
import { bareHolds } from "./bare_address.ts";
import type { InlinePlace } from "./inline_place.ts";
import { isDelimiter, settleDelimiters, type TextToken, type Token } from "./delimiters.ts";
import { escapeText } from "./escape.ts";
import { printPlain } from "./inline_plain.ts";
import { isSpan, nestMarks, type InlineTree } from "./inline_tree.ts";
import { printBreak } from "./nodes/hard_break.ts";
import { printFootnoteReference } from "./nodes/footnote_reference.ts";
import { printImage } from "./nodes/image.ts";
import { printMathInline } from "./nodes/math_inline.ts";
import { printCode } from "./marks/code.ts";

export type InlineOptions = {
  place: InlinePlace;
  /** Whether a footnote of this label is defined; a reference to none is only text. */
  defined: (label: string) => boolean;
};

/** The content of a textblock as Markdown, without the block's own marks; its lines are not yet indented. */
export function printInline(content: readonly Node[], options: InlineOptions): string {
  const only = content[0];
  if (content.length === 0 || !only) return "";
  const plain = options.place === "paragraph" ? printPlain(content) : null;
  if (plain !== null) return plain;
  const oneLine = options.place === "cell" || options.place === "heading";
  if (content.length === 1 && only.isText && only.marks.length === 0) {
    const text = only.text ?? "";
    return escapeText(text, {
      lineStart: !oneLine,
      first: true,
      last: true,
      cell: options.place === "cell",
      headingEnd: options.place === "heading",
      pipes: options.place === "setext",
      paired: pairedIn(text),
    });
  }
  const tokens: Token[] = [];
  const writer: Writer = { options, tokens, content, at: 0 };
  writeTrees(writer, nestMarks(content), false);
  settleDelimiters(tokens);
  return write(tokens, { oneLine, options, paired: pairedAmong(content) });
}

type Writer = { options: InlineOptions; tokens: Token[]; content: readonly Node[]; at: number };

function writeTrees(writer: Writer, trees: readonly InlineTree[], link: boolean) {
  for (const tree of trees) {
    if (!isSpan(tree)) {
      writeLeaf(writer, tree.node, link);
      continue;
    }
    if (tree.mark.type.name === "link") writeLink(writer, tree.mark, tree.children);
    else {
      writer.tokens.push({ kind: "open", mark: tree.mark, delimiter: "" });
      writeTrees(writer, tree.children, link);
      writer.tokens.push({ kind: "close", mark: tree.mark, delimiter: "" });
    }
  }
}

const URI = /^[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*$/;
const EMAIL =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

function writeLink(writer: Writer, mark: Mark, children: readonly InlineTree[]) {
  const { href, title, bare } = mark.attrs;
  const cell = writer.options.place === "cell";
  const only = children.length === 1 ? children[0] : undefined;
  const text =
    only && !isSpan(only) && only.node.isText && only.node.marks.length === 0 ? only.node.text : undefined;
  if (text !== undefined && title === null && !(cell && text.includes("|"))) {
    const at = writer.at;
    const node = writer.content[at];
    if (
      bare &&
      node &&
      bareHolds(node, { before: writer.content[at - 1], after: writer.content[at + 1], cell })
    ) {
      writer.at++;
      writer.tokens.push({ kind: "raw", value: text });
      return;
    }
    // oxlint-disable-next-line no-control-regex -- what CommonMark forbids in an autolink
    const control = /[\u0000-\u0020\u007f-\u009f]/.test(text);
    if (!control && ((text === href && URI.test(text)) || (href === `mailto:${text}` && EMAIL.test(text)))) {
      writer.at++;
      writer.tokens.push({ kind: "raw", value: `<${text}>` });
      return;
    }
  }
  writer.tokens.push({ kind: "raw", value: "[" });
  writeTrees(writer, children, true);
  writer.tokens.push({ kind: "raw", value: `](${printAddress(href, { title, cell })})` });
}

function writeLeaf(writer: Writer, node: Node, link: boolean) {
  const { options, tokens } = writer;
  const cell = options.place === "cell";
  const next = writer.content[++writer.at];
  if (node.isText) {
    const text = node.text ?? "";
    if (node.marks.length > 0) tokens.push({ kind: "raw", value: printCode(text, cell) });
    else tokens.push({ kind: "text", text, link });
    return;
  }
  switch (node.type.name) {
    case "soft_break":
      tokens.push({ kind: "break", value: "\n" });
      break;
    case "hard_break":
      tokens.push(printBreak(options.place));
      break;
    case "image":
      tokens.push({ kind: "raw", value: printImage(node, cell) });
      break;
    case "math_inline":
      tokens.push({ kind: "raw", value: printMathInline(node.attrs.source, { cell, next }) });
      break;
    case "footnote_reference":
      if (options.defined(node.attrs.label))
        tokens.push({ kind: "raw", value: printFootnoteReference(node), footnote: true });
      else tokens.push({ kind: "text", text: `[^${node.attrs.label}]`, link });
      break;
    default: {
      const source: string = node.attrs.source;
      tokens.push({ kind: "raw", value: cell ? source.replace(/\|/g, "\\|") : source });
    }
  }
}

function write(
  tokens: readonly Token[],
  how: { oneLine: boolean; options: InlineOptions; paired: string },
): string {
  let written = "";
  let lineStart = true;
  for (const [at, token] of tokens.entries()) {
    const next = tokens[at + 1];
    if (token.kind === "text") {
      const before = tokens[at - 1];
      written += writeText(token, {
        ...how,
        lineStart,
        last: !next || next.kind === "break",
        end: !next,
        bang: next?.kind === "raw" && next.value.startsWith("["),
        colon: before?.kind === "raw" && before.footnote === true,
        caret: before?.kind === "raw" && before.value === "[",
      });
    } else written += isDelimiter(token) ? token.delimiter : token.value;
    lineStart = token.kind === "break";
  }
  return written;
}

function writeText(
  token: TextToken,
  how: {
    oneLine: boolean;
    options: InlineOptions;
    paired: string;
    lineStart: boolean;
    last: boolean;
    end: boolean;
    bang: boolean;
    /** After a footnote's reference a colon would make it a definition; after a bracket a caret, a reference. */
    colon: boolean;
    caret: boolean;
  },
): string {
  let { text } = token;
  let head = token.encodeFirst ?? "";
  let tail = "";
  if (head) text = text.slice(head.length);
  if (token.encodeLast && text.length > 0) {
    tail = token.encodeLast;
    text = text.slice(0, -tail.length);
  }
  const { place } = how.options;
  let middle = escapeText(text, {
    lineStart: how.lineStart && !how.oneLine && !head,
    first: how.lineStart && !head,
    last: how.last && !tail,
    cell: place === "cell",
    pipes: place === "setext",
    headingEnd: place === "heading" && how.end && !tail,
    link: token.link,
    paired: how.paired,
  });
  if (!how.bang && !tail && middle.endsWith("\\!")) middle = `${middle.slice(0, -2)}!`;
  if ((how.colon && middle.startsWith(":")) || (how.caret && middle.startsWith("^"))) middle = `\\${middle}`;
  return reference(head) + middle + reference(tail);
}

function reference(character: string): string {
  return character === "" ? "" : `&#x${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()};`;
}

function pairedIn(text: string): string {
  return /[*_~$]/.test(text) ? pairs(text) + (mayHoldMaths(text) ? "$" : "") : "";
}

function pairedAmong(content: readonly Node[]): string {
  if (!content.some((node) => node.isText && /[*_~$]/.test(node.text ?? ""))) return "";
  let text = "";
  let edged = "";
  let known = "";
  let dollars = 0;
  for (const node of content) {
    const plain =
      node.isText && !node.marks.some((mark) => mark.type.name === "code") ? (node.text ?? "") : "";
    text += `${plain}\ufffc`;
    // Between nodes stands something, if only a delimiter, and a character there may be written as a reference.
    edged += `${plain.replace(/^[^$]|[^$]$/gu, "\ufffc")}\ufffc`;
    // Maths begins before whatever else holds a dollar: code, an address, a title.
    for (const part of [node.text ?? "", ...Object.values(node.attrs)]) dollars += dollarsIn(part);
    if (node.type.name === "math_inline") known += "$";
    for (const mark of node.marks) {
      if (mark.type.name === "strong" || mark.type.name === "emphasis") known += "*_";
      if (mark.type.name === "strike") known += "~";
      if (mark.type.name === "link") dollars += dollarsIn(mark.attrs.href) + dollarsIn(mark.attrs.title);
    }
  }
  const elsewhere = dollars > 1 && dollars > dollarsIn(text);
  return known + pairs(text) + (elsewhere || mayHoldMaths(edged) ? "$" : "");
}

function dollarsIn(text: unknown): number {
  return typeof text === "string" ? text.split("$").length - 1 : 0;
}

function pairs(text: string): string {
  let paired = "";
  for (const character of "*_~")
    if (text.indexOf(character) !== text.lastIndexOf(character)) paired += character;
  return paired;
}

/** A dollar closes only after something that is not white space and before something that is no digit. */
function mayHoldMaths(text: string): boolean {
  return text.includes("$$") || /\$[^$]*[^ \t$]\$(?!\d)/.test(text);
}
