import type { Construct, Extension, TokenizeContext } from "micromark-util-types";
import { TooDeep } from "./depth.ts";

/** Emphasis marks, and brackets, that one paragraph, heading or cell may have for the parser to pair up. */
export const MAX_MARKS = 2_000;

/**
 * Pairing marks takes the parser time that grows with the square of their number in one run of text, so that a
 * quarter of a megabyte of `*a**b` would hold a server for minutes. Text with more than MAX_MARKS is refused.
 */
export function markLimit(): Extension {
  const seen = new WeakMap<TokenizeContext, number>();
  const count: Construct = {
    name: "markLimit",
    add: "before",
    tokenize(_effects, _ok, nok) {
      const marks = (seen.get(this) ?? 0) + 1;
      seen.set(this, marks);
      if (marks > MAX_MARKS)
        throw new TooDeep(`more than ${MAX_MARKS} emphasis marks or brackets in one text`);
      return nok;
    },
  };
  return { text: Object.fromEntries([..."*_~[]"].map((mark) => [mark.charCodeAt(0), count])) };
}
