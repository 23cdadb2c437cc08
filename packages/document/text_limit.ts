import type { Construct, Extension, TokenizeContext } from "micromark-util-types";
import { TooDeep } from "./depth.ts";

/** Emphasis marks, and brackets, that one paragraph, heading or cell may have for the parser to pair up. */
export const MAX_MARKS = 2_000;

/** Lines one of them may have. */
export const MAX_LINES = 10_000;

const LINE_ENDS = [-5, -4, -3];

/**
 * Pairing marks, and joining lines that hold what could be an address, takes the parser time that grows with the square
 * of their number in one run of text: a quarter of a megabyte of `*a**b`, or of `a: b` on lines of their own, would hold
 * a server for half a minute and longer. Text with more than MAX_MARKS or MAX_LINES is refused.
 */
export function textLimit(): Extension {
  const marks = counter(MAX_MARKS, "emphasis marks or brackets");
  const lines = counter(MAX_LINES, "lines");
  return {
    text: Object.fromEntries([
      ...[..."*_~[]"].map((mark) => [mark.charCodeAt(0), marks]),
      ...LINE_ENDS.map((code) => [code, lines]),
    ]),
  };
}

function counter(most: number, what: string): Construct {
  const seen = new WeakMap<TokenizeContext, number>();
  return {
    name: "textLimit",
    add: "before",
    tokenize(_effects, _ok, nok) {
      const count = (seen.get(this) ?? 0) + 1;
      seen.set(this, count);
      if (count > most) throw new TooDeep(`more than ${most} ${what} in one text`);
      return nok;
    },
  };
}
