import { array, assert, constantFrom, oneof, property, record, stringMatching } from "fast-check";
import { expect, test } from "vitest";
import { printInline } from "./inline_print.ts";
import { printPlain } from "./inline_plain.ts";
import { schema } from "./schema.ts";

const piece = record({
  text: oneof(
    stringMatching(/^[a-z0-9 ,.;)?]{1,8}$/),
    constantFrom("1. one", "1) ", "www.a", " a ", "é", "中", ". ", "a*b", "#", "-", "a\nb"),
  ),
  mark: constantFrom(null, "emphasis", "strong", "strike", "code"),
});

test("plain words are printed as if every character had been looked at", () => {
  let taken = 0;
  assert(
    property(array(piece, { minLength: 1, maxLength: 5 }), (pieces) => {
      const content = schema.node(
        "paragraph",
        null,
        pieces.map(({ text, mark }) => schema.text(text, mark ? [schema.mark(mark)] : [])),
      ).children;
      const plain = printPlain(content);
      if (plain === null) return;
      taken++;
      // A heading over an underline is printed by the same rules, but never by the short way.
      expect(plain).toBe(printInline(content, { place: "setext", defined: () => false }));
    }),
    { seed: 7, numRuns: 20_000 },
  );
  expect(taken).toBeGreaterThan(500);
});
