import type { Node } from "prosemirror-model";
import { expect } from "vitest";
import { canonicalDocument } from "./canonical.ts";
import { parseMarkdown, printMarkdown } from "./markdown.ts";

/** For tests: `source` prints as it came, and anew (as `printed`, or as it came) it is read as the same document. */
export function expectRoundTrip(source: string, printed: string = source): Node {
  const doc = parseMarkdown(source);
  doc.check();
  expect(printMarkdown(doc)).toBe(source);
  expect(printMarkdown(doc, { fresh: true })).toBe(printed);
  const again = parseMarkdown(printed);
  expect(canonicalDocument(again).toString()).toBe(canonicalDocument(doc).toString());
  expect(canonicalDocument(again).eq(canonicalDocument(doc))).toBe(true);
  return doc;
}

/** For tests: `doc` prints as `printed` and is read back from it. */
export function expectPrint(doc: Node, printed: string) {
  doc.check();
  expect(printMarkdown(doc, { fresh: true })).toBe(printed);
  expect(canonicalDocument(parseMarkdown(printed)).eq(canonicalDocument(doc))).toBe(true);
}
