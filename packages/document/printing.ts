import type { Node } from "prosemirror-model";
import type { InlinePlace } from "./inline_place.ts";

/** What a block type is given to print itself. */
export type Printing = {
  /** The children one after another, separated as Markdown needs. */
  blocks(parent: Node, options?: { tight: boolean }): string;
  inline(textblock: Node, place: InlinePlace): string;
  /** The list before this one uses the first choice of marker. */
  alternate: boolean;
  /** How deep the block stands: 0 for a block of the document itself. */
  depth: number;
  /** Position among its siblings. */
  index: number;
};

/** Puts `first` before the first line and `rest` before the others, without trailing space on empty lines. */
export function indentLines(text: string, prefix: { first: string; rest: string }): string {
  const bare = prefix.rest.trimEnd();
  return (
    prefix.first +
    text.replace(/\n(?=(\n|$)?)/g, (_, empty) => `\n${empty === undefined ? prefix.rest : bare}`)
  );
}

/** A run of `character`, at least three, longer than any such run in `text`. */
export function fenceFor(text: string, character: string, least: number): string {
  let longest = least - 1;
  for (const run of text.match(new RegExp(`\\${character}+`, "g")) ?? [])
    longest = Math.max(longest, run.length);
  return character.repeat(longest + 1);
}
