import type { Mark } from "prosemirror-model";
import { classOf, firstCharacter, lastCharacter } from "./character.ts";

/** A piece of a line on its way to Markdown. */
export type Token = TextToken | RawToken | BreakToken | DelimiterToken;
export type TextToken = {
  kind: "text";
  text: string;
  link: boolean;
  /** The first or last character, where it must be written as a reference. */
  encodeFirst?: string;
  encodeLast?: string;
};
export type RawToken = { kind: "raw"; value: string; footnote?: boolean };
export type BreakToken = { kind: "break"; value: string };
export type DelimiterToken = { kind: "open" | "close"; mark: Mark; delimiter: string };

/**
 * Chooses `*` or `_` for each emphasis so that neighbours are not read as one run, then finds the characters that
 * must be written as references because, as they stand, a delimiter beside them would not open or close (CommonMark
 * 0.31, "Emphasis and strong emphasis").
 */
export function settleDelimiters(tokens: Token[]) {
  chooseDelimiters(tokens);
  while (encodeNeighbours(tokens));
}

function chooseDelimiters(tokens: readonly Token[]) {
  const open: { mark: Mark; delimiter: string; at: number }[] = [];
  for (const [at, token] of tokens.entries()) {
    if (token.kind === "close") token.delimiter = open.pop()?.delimiter ?? "";
    if (token.kind !== "open") continue;
    token.delimiter =
      token.mark.type.name === "strike"
        ? "~~"
        : characterFor(token.mark, { tokens, at, open }).repeat(token.mark.type.name === "strong" ? 2 : 1);
    open.push({ mark: token.mark, delimiter: token.delimiter, at });
  }
}

function characterFor(
  mark: Mark,
  around: {
    tokens: readonly Token[];
    at: number;
    open: readonly { mark: Mark; delimiter: string; at: number }[];
  },
): string {
  const other = (delimiter: string) => (delimiter.startsWith("*") ? "_" : "*");
  const before = around.tokens[around.at - 1];
  if (before?.kind === "close" && before.delimiter !== "~~") return other(before.delimiter);
  const outer = around.open.findLast((each) => each.mark.type === mark.type);
  if (outer) return other(outer.delimiter);
  const parent = around.open.at(-1);
  // `***a***` is emphasis around strong, never strong around emphasis.
  const touches = parent && parent.at === around.at - 1 && parent.mark.type.name === "strong";
  if (touches && mark.type.name === "emphasis" && closesTogether(around)) return other(parent.delimiter);
  return "*";
}

/** Whether the mark opened at `at` and the one just outside close at the same point. */
function closesTogether(around: { tokens: readonly Token[]; at: number }): boolean {
  let depth = 0;
  for (let at = around.at; at < around.tokens.length; at++) {
    const token = around.tokens[at];
    if (token?.kind === "open") depth++;
    if (token?.kind === "close" && --depth === 0) return around.tokens[at + 1]?.kind === "close";
  }
  return false;
}

function encodeNeighbours(tokens: readonly Token[]): boolean {
  let changed = false;
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    if (token?.kind !== "open" && token?.kind !== "close") continue;
    let end = at;
    while (sameRun(token, tokens[end + 1])) end++;
    const left = tokens[at - 1];
    const right = tokens[end + 1];
    const [inner, outer] = token.kind === "open" ? ([right, left] as const) : ([left, right] as const);
    const innerClass = edgeClass(inner, token.kind === "open" ? "first" : "last");
    const outerClass = edgeClass(outer, token.kind === "open" ? "last" : "first");
    const free = outerClass === "space" || outerClass === "punctuation";
    if (innerClass === "space") changed = encode(inner, token.kind === "open" ? "first" : "last") || changed;
    else if (!free && (innerClass !== "other" || token.delimiter.startsWith("_")))
      changed = encode(outer, token.kind === "open" ? "last" : "first") || changed;
    at = end;
  }
  return changed;
}

export function isDelimiter(token: Token): token is DelimiterToken {
  return token.kind === "open" || token.kind === "close";
}

function sameRun(first: DelimiterToken, next: Token | undefined): boolean {
  return next?.kind === first.kind && next.delimiter.charAt(0) === first.delimiter.charAt(0);
}

function edgeClass(token: Token | undefined, edge: "first" | "last") {
  if (!token) return "space";
  if (token.kind === "break") return token.value.startsWith("<") ? "punctuation" : "space";
  if (isDelimiter(token)) return "punctuation";
  if (token.kind === "raw")
    return classOf(edge === "first" ? firstCharacter(token.value) : lastCharacter(token.value));
  if (edge === "first" ? token.encodeFirst : token.encodeLast) return "punctuation";
  if (token.encodeFirst === token.text || token.encodeLast === token.text) return "punctuation";
  return classOf(edge === "first" ? firstCharacter(token.text) : lastCharacter(token.text));
}

function encode(token: Token | undefined, edge: "first" | "last"): boolean {
  if (token?.kind !== "text") return false;
  const key = edge === "first" ? "encodeFirst" : "encodeLast";
  if (token[key]) return false;
  token[key] = edge === "first" ? firstCharacter(token.text) : lastCharacter(token.text);
  return true;
}
