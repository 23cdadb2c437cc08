import { check, property } from "fast-check";
import type { Node } from "prosemirror-model";
import { expect, test } from "vitest";
import { arbitraryDocument, arbitraryParagraph } from "./arbitrary_document.ts";
import { canonicalDocument } from "./canonical.ts";
import { depthOf } from "./depth.ts";
import { parseMarkdown, printMarkdown } from "./markdown.ts";
import { schema } from "./schema.ts";
import { sourceBytes } from "./size.ts";

const SEED = Number(process.env.FUZZ_SEED ?? 7);

function counterexample(
  holds: (doc: Node) => boolean,
  of: { arbitrary: typeof arbitraryDocument; runs: number },
) {
  const found = check(property(of.arbitrary, holds), {
    seed: SEED,
    numRuns: of.runs,
    interruptAfterTimeLimit: 4_000,
  });
  const doc = found.counterexample?.[0];
  return doc
    ? { path: found.counterexamplePath, doc: doc.toString(), printed: printMarkdown(doc, { fresh: true }) }
    : null;
}

function comesBack(doc: Node): boolean {
  const printed = printMarkdown(doc, { fresh: true });
  const again = parseMarkdown(printed);
  return (
    canonicalDocument(again).eq(canonicalDocument(doc)) &&
    printMarkdown(again, { fresh: true }) === printed &&
    printMarkdown(again) === printed
  );
}

test("any text in any textblock is printed so that it is read back", () => {
  expect(counterexample(comesBack, { arbitrary: arbitraryParagraph, runs: 2_500 })).toBe(null);
});

test("any document of the schema is printed so that it is read back", () => {
  expect(counterexample(comesBack, { arbitrary: arbitraryDocument, runs: 1_000 })).toBe(null);
});

test("canonical documents are valid and stay as they are", () => {
  const holds = (doc: Node) => {
    const canonical = canonicalDocument(doc);
    canonical.check();
    return canonicalDocument(canonical).eq(canonical) && depthOf(canonical) <= depthOf(doc);
  };
  expect(counterexample(holds, { arbitrary: arbitraryDocument, runs: 1_000 })).toBe(null);
});

test("a document printed, stored and loaded prints the same and has the size of what it prints", () => {
  const holds = (doc: Node) => {
    const read = parseMarkdown(`${printMarkdown(doc, { fresh: true })}\n\n* end`);
    const stored = schema.nodeFromJSON(JSON.parse(JSON.stringify(read)));
    const printed = printMarkdown(read);
    return (
      printMarkdown(stored) === printed && sourceBytes(stored) === new TextEncoder().encode(printed).length
    );
  };
  expect(counterexample(holds, { arbitrary: arbitraryDocument, runs: 300 })).toBe(null);
});
