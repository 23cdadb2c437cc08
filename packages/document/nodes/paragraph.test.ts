import { expect, test } from "vitest";
import { printMarkdown } from "../markdown.ts";
import { schema } from "../schema.ts";
import { expectPrint, expectRoundTrip } from "../round_trip.ts";

const paragraph = (text: string) =>
  schema.nodes.doc!.create(null, schema.nodes.paragraph!.create(null, schema.text(text)));

test("escapes keep what they escape", () => {
  for (const source of [
    "\\# a\n",
    "1\\. a\n",
    "\\- a\n",
    "\\+ a\n",
    "\\> a\n",
    "a \\*b\\* c\n",
    "\\`\\`\\` a\n",
    "\\[a]: b\n",
  ])
    expectRoundTrip(source);
});

test("text that looks like a block is escaped once, and only where it would be one", () => {
  for (const [text, printed] of [
    ["# a", "\\# a"],
    ["#a", "#a"],
    ["1. a", "1\\. a"],
    ["1.", "1\\."],
    ["1.5 a", "1.5 a"],
    ["- a", "\\- a"],
    ["-a", "-a"],
    ["---", "\\---"],
    ["=", "\\="],
    ["| a", "| a"],
    ["2 * 3 * 4", "2 * 3 * 4"],
    ["snake_case_name and *", "snake_case_name and *"],
    ["$5 to $10", "$5 to $10"],
    ["a < b && c > d", "a < b && c > d"],
    ["https://a.b", "https\\://a.b"],
  ] as const)
    expectPrint(paragraph(text), `${printed}\n`);
});

test("white space at the edges is kept as character references", () => {
  expectPrint(paragraph("  a  "), "&#x20; a &#x20;\n");
  expectPrint(paragraph("a\nb"), "a&#xA;b\n");
});

test("soft and hard breaks stay what they are", () => {
  const doc = expectRoundTrip("a\nb\\\nc\n");
  expect(doc.toString()).toBe('doc(paragraph("a", soft_break, "b", hard_break, "c"))');
  expectRoundTrip("a  \nb\n", "a\\\nb\n");
});

test("an empty paragraph prints as nothing", () => {
  const { doc, paragraph } = schema.nodes;
  const empty = paragraph!.create();
  expect(printMarkdown(doc!.create(null, [empty, paragraph!.create(null, schema.text("a")), empty]))).toBe(
    "a\n",
  );
});
