import { expect, test } from "vitest";
import { canonicalDocument } from "./canonical.ts";
import { GFM_EXAMPLES } from "./fixtures/gfm_examples.ts";
import { parseMarkdown, printMarkdown } from "./markdown.ts";

function failing(holds: (source: string) => boolean) {
  return GFM_EXAMPLES.filter(({ source }) => !holds(source));
}

for (const fresh of [false, true])
  test(`every GFM example is read again as the same document and printed the same, fresh: ${fresh}`, () => {
    const holds = (source: string) => {
      const doc = parseMarkdown(source);
      const printed = printMarkdown(doc, { fresh });
      const again = parseMarkdown(printed);
      return (
        canonicalDocument(again).eq(canonicalDocument(doc)) && printMarkdown(again, { fresh }) === printed
      );
    };
    expect(failing(holds)).toEqual([]);
  });

test("every GFM example prints as it came", () => {
  expect(failing((source) => printMarkdown(parseMarkdown(source)) === source)).toEqual([]);
});

const shape = (source: string) => parseMarkdown(source).toString();
const links = (source: string) => {
  const found: string[] = [];
  parseMarkdown(source).descendants((node) => {
    for (const mark of node.marks)
      if (mark.type.name === "link") found.push(`${node.text}|${mark.attrs.href}`);
  });
  return found;
};

test("tables have their header, rows filled up to it, and pipes inside code", () => {
  expect(shape("| f\\|oo  |\n| ------ |\n| b `\\|` az |\n")).toBe(
    'doc(table(table_row(table_header(paragraph("f|oo"))), table_row(table_cell(paragraph("b ", code("|"), " az")))))',
  );
  expect(parseMarkdown("| a | b |\n| :-: | --- |\n| c |\n").firstChild!.child(1).childCount).toBe(2);
  expect(shape("| abc | def |\n| --- |\n| bar |\n")).not.toContain("table");
});

test("addresses are links where GFM says so, and stay text where they are escaped or marked as text", () => {
  expect(links("Visit www.commonmark.org/a.b.")).toEqual([
    "www.commonmark.org/a.b|http://www.commonmark.org/a.b",
  ]);
  expect(links("(see https://a.b/c)")).toEqual(["https://a.b/c|https://a.b/c"]);
  expect(links("foo@bar.baz")).toEqual(["foo@bar.baz|mailto:foo@bar.baz"]);
  expect(links("https\\://a.b and www\\.a.b and c\\@d.ef")).toEqual([]);
});

test("alerts, footnotes and maths are what they are on GitHub", () => {
  expect(shape("> [!NOTE]\n> a\n")).toBe('doc(callout(paragraph("a")))');
  expect(shape("> \\[!NOTE]\n> a\n")).toContain("blockquote");
  expect(shape("> [!OTHER]\n> a\n")).toContain("blockquote");
  expect(shape("a[^1] b[^2]\n\n[^1]: c\n")).toBe(
    'doc(paragraph("a", footnote_reference, " b[^2]"), footnote_definition(paragraph("c")))',
  );
  expect(shape("It costs $5 to $10, or $x$.")).toBe(
    'doc(paragraph("It costs $5 to $10, or ", math_inline, "."))',
  );
});
