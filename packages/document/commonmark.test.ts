import { HtmlRenderer, Parser } from "commonmark";
import { tests } from "commonmark-spec";
import { expect, test } from "vitest";
import { canonicalDocument } from "./canonical.ts";
import { EXCEPTIONS } from "./commonmark_exceptions.ts";
import { parseMarkdown, printMarkdown } from "./markdown.ts";

const examples = tests.map(({ number, markdown, section }) => ({
  number,
  section,
  source: markdown.replace(/→/g, "\t"),
}));

function html(source: string): string {
  return new HtmlRenderer().render(new Parser().parse(source));
}

function failing(holds: (source: string) => boolean) {
  return examples
    .filter(({ number, source }) => !EXCEPTIONS.has(number) && !holds(source))
    .map(({ number, section, source }) => ({ number, section, source }));
}

const WAYS = [
  { way: "with kept source", fresh: false },
  { way: "printed anew", fresh: true },
];

test("the specification has its 652 examples", () => {
  expect(examples.length).toBe(652);
});

for (const { way, fresh } of WAYS) {
  test(`every CommonMark example, ${way}, means the same HTML to commonmark.js`, () => {
    expect(
      failing((source) => html(printMarkdown(parseMarkdown(source), { fresh })) === html(source)),
    ).toEqual([]);
  });

  test(`every CommonMark example, ${way}, is read again as the same document and printed again as the same text`, () => {
    expect(
      failing((source) => {
        const doc = parseMarkdown(source);
        const printed = printMarkdown(doc, { fresh });
        const again = parseMarkdown(printed);
        return (
          canonicalDocument(again).eq(canonicalDocument(doc)) && printMarkdown(again, { fresh }) === printed
        );
      }),
    ).toEqual([]);
  });
}

test("every CommonMark example prints as it came, byte for byte, also from its JSON", () => {
  expect(
    failing((source) => {
      const doc = parseMarkdown(source);
      const stored = doc.type.schema.nodeFromJSON(JSON.parse(JSON.stringify(doc)));
      stored.check();
      return printMarkdown(doc) === source && printMarkdown(stored) === source;
    }),
  ).toEqual([]);
});

test("what is read is already canonical", () => {
  expect(
    failing((source) => {
      const doc = canonicalDocument(parseMarkdown(source));
      return canonicalDocument(doc).eq(doc);
    }),
  ).toEqual([]);
});
