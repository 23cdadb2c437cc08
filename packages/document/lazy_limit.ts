import type { Construct, Extension, TokenizeContext } from "micromark-util-types";
import { TooDeep } from "./depth.ts";

/** Events the parser may look back over for lines that go on a quote or item without its marker: about a second. */
const MAX_LOOKS = 20_000_000;

/**
 * For each line that lazily goes on a paragraph the parser looks back over the lines before it in the same quote or
 * item, so that a quarter of a megabyte of such lines would hold a server for minutes. Text that asks for it is refused.
 */
export function lazyLimit(): Extension {
  const seen = new WeakMap<TokenizeContext, { line: number; looks: number }>();
  const count: Construct = {
    name: "lazyLimit",
    tokenize(_effects, _ok, nok) {
      const { line } = this.now();
      const before = seen.get(this) ?? { line: 0, looks: 0 };
      const lazy = line > before.line && this.parser.lazy[line - 1] === true;
      const looks = before.looks + (lazy ? eventsBefore(this) : 0);
      if (looks > MAX_LOOKS)
        throw new TooDeep("too many lines go on a quote or list item without its marker");
      seen.set(this, { line, looks });
      return nok;
    },
  };
  return { document: { null: count } };
}

/** Events since the paragraph began that the last line belongs to. */
function eventsBefore(context: TokenizeContext): number {
  const flow = context.events.findLast(([, token]) => token.type === "chunkFlow")?.[1];
  // oxlint-disable-next-line no-underscore-dangle -- the parser's own name
  const events = flow?._tokenizer?.events ?? [];
  return (
    events.length - events.findLastIndex(([kind, token]) => kind === "enter" && token.type === "content")
  );
}
