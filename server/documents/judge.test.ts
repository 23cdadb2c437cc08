import { expect, test } from "vitest";
import { parseMarkdown, printMarkdown } from "@chopin/document/markdown";
import { judgeSteps } from "./judge.ts";

test("a forged source is dropped, so that a download says what people see", () => {
  const doc = parseMarkdown("Shown to everyone.\n");
  const kept = { ...doc.child(0).attrs["kept"], source: "Told to the Planner only." };
  const verdict = judgeSteps(doc, [{ stepType: "attr", pos: 0, attr: "kept", value: kept }], {
    over: [],
    measure: true,
  });
  expect(verdict.ok && printMarkdown(verdict.transform.doc)).toBe("Shown to everyone.\n");
});

test("a source that says what its block shows is kept", () => {
  const doc = parseMarkdown("Shown   *to*  everyone.\n");
  const json = doc.child(0).toJSON();
  const verdict = judgeSteps(
    parseMarkdown("Before.\n"),
    [{ stepType: "replace", from: 9, to: 9, slice: { content: [json] } }],
    { over: [], measure: true },
  );
  expect(verdict.ok && printMarkdown(verdict.transform.doc)).toContain("Shown   *to*  everyone.");
});

test("blocks that nest deeper than Markdown is read are refused", () => {
  const nested = (levels: number): object =>
    levels === 0 ? { type: "paragraph" } : { type: "blockquote", content: [nested(levels - 1)] };
  const judge = (levels: number) =>
    judgeSteps(
      parseMarkdown("Before.\n"),
      [{ stepType: "replace", from: 9, to: 9, slice: { content: [nested(levels)] } }],
      { over: [], measure: true },
    ).ok;
  expect(judge(20)).toBe(true);
  expect(judge(21)).toBe(false);
});

const insert = (content: object[]) => [{ stepType: "replace", from: 0, to: 0, slice: { content } }];

test("what no print shows is bounded too: empty paragraphs, void sources, cells that fill a table up", () => {
  const doc = parseMarkdown("Before.\n");
  const judge = (content: object[]) => judgeSteps(doc, insert(content), { over: [], measure: true });
  const paragraph = { type: "paragraph" };
  expect(judge(Array.from({ length: 140_000 }, () => paragraph))).toMatchObject({ reason: "too-large" });
  const kept = { hash: "void", source: "x".repeat(1_100_000) };
  expect(judge([{ ...paragraph, attrs: { kept } }])).toMatchObject({ reason: "too-large" });
  const row = (cells: number) => ({
    type: "table_row",
    content: Array.from({ length: cells }, () => ({ type: "table_cell", content: [paragraph] })),
  });
  const table = { type: "table", content: [row(1_000), ...Array.from({ length: 200 }, () => row(1))] };
  expect(judge([table])).toMatchObject({ reason: "invalid" });
});

test("half an emoji is refused", () => {
  const doc = parseMarkdown("\u{1f600} two\n");
  const verdict = judgeSteps(doc, [{ stepType: "replace", from: 1, to: 2 }], { over: [], measure: true });
  expect(verdict).toMatchObject({ ok: false, reason: "invalid" });
});
