import { parseMarkdown } from "@chopin/document/markdown";
import { schema } from "@chopin/document/schema";
import { history, undo } from "prosemirror-history";
import { expect, test } from "vitest";
import { run, stateOf } from "../testing.ts";
import { dressesPlainText, editorLanguage, looksLikeMarkdown } from "./recognise.ts";
import {
  cellSlice,
  codeSlice,
  insertSlice,
  markdownSlice,
  plainSlice,
  replaceEmpty,
  withSafeLinks,
} from "./slices.ts";

const p = (text: string) => schema.node("paragraph", null, text === "" ? [] : [schema.text(text)]);
const paste = (into: string, slice: ReturnType<typeof plainSlice>) => {
  const state = stateOf({ blocks: [p(into)] });
  return state.apply(insertSlice(state, slice)).doc;
};

test("Markdown is known by what only Markdown writes", () => {
  for (const text of [
    "# A",
    "- a\n- b",
    "1. a",
    "> a",
    "```\nx\n```",
    "| a | b |\n|---|---|",
    "a **b** c",
    "see [x](y)",
    "use `x`",
  ])
    expect(looksLikeMarkdown(text), text).toBe(true);
  for (const text of [
    "Just words.",
    "2 * 3 * 4",
    "snake_case_name and a-b",
    "#tag",
    "a\nb\n\nc",
    "-5 degrees",
  ])
    expect(looksLikeMarkdown(text), text).toBe(false);
});

test("HTML that only colours text is told from HTML that means something", () => {
  expect(dressesPlainText('<meta charset="utf-8"><div style="color:red"><span># A</span></div>')).toBe(true);
  expect(dressesPlainText("<p>a <strong>b</strong></p>")).toBe(false);
  expect(editorLanguage('{"version":1,"mode":"typescript"}')).toBe("typescript");
  expect(editorLanguage("{broken")).toBeNull();
});

test("plain text keeps its lines: an empty line begins a paragraph, a line end is a break", () => {
  expect(paste("x¦y", plainSlice("a\r\nb\n\nc\n")).toString()).toBe(
    'doc(paragraph("xa", hard_break, "b"), paragraph("cy"))',
  );
});

test("several lines of code become a code block, one line only text", () => {
  expect(paste("¦", codeSlice("let a\nlet b\n", "ts")).firstChild?.attrs.language).toBe("ts");
  expect(paste("x ¦", codeSlice("let a", "ts")).toString()).toBe('doc(paragraph("x let a"))');
});

test("Markdown inside a line joins the line, blocks stay blocks, and front matter in the middle becomes code", () => {
  const doc = stateOf({ blocks: [p("x¦y")] }).doc;
  expect(paste("x¦y", markdownSlice(parseMarkdown("a **b**"), doc)).toString()).toBe(
    'doc(paragraph("xa ", strong("b"), "y"))',
  );
  expect(paste("¦", markdownSlice(parseMarkdown("# H\n\n- a\n- b\n"), doc)).toString()).toBe(
    'doc(heading("H"), bullet_list(list_item(paragraph("a")), list_item(paragraph("b"))))',
  );
  const front = markdownSlice(parseMarkdown("---\na: 1\n---\n\nx\n"), doc);
  expect(front.content.firstChild?.type.name).toBe("code_block");
});

test("a whole file pasted into an empty document keeps its front matter", () => {
  const state = stateOf({ blocks: [p("¦")] });
  const slice = markdownSlice(parseMarkdown("---\na: 1\n---\n\nx\n"), state.doc);
  expect(replaceEmpty(state, slice)?.doc.toString()).toBe('doc(front_matter("a: 1"), paragraph("x"))');
});

test("a link that may not be linked is pasted as its text", () => {
  const link = schema.marks.link!;
  const evil = schema.text("x", [link.create({ href: "javascript:alert(1)" })]);
  const good = schema.text("y", [link.create({ href: "https://a.example" })]);
  const slice = plainSlice("z");
  const safe = withSafeLinks(
    new (slice.constructor as typeof import("prosemirror-model").Slice)(
      p("").content.append(schema.node("paragraph", null, [evil, good]).content),
      0,
      0,
    ),
  );
  expect(safe.content.toString()).toBe('<"x", link("y")>');
});

test("a long paste travels in several steps, gives what one would have given, and is undone at once", () => {
  const text = Array.from({ length: 1_000 }, (_, i) => `line ${i}`).join("\n\n");
  const state = stateOf({ blocks: [p("before"), p("x¦y"), p("after")], plugins: [history()] });
  const tr = insertSlice(state, plainSlice(text));
  expect(tr.steps.length).toBeGreaterThan(3);
  expect(tr.doc.eq(state.tr.replaceSelection(plainSlice(text)).doc)).toBe(true);
  expect(tr.selection.$from.parent.textContent).toBe("line 999y");
  const undone = run(state.apply(tr), undo)!;
  expect(undone.doc.eq(state.doc)).toBe(true);
});

test("blocks pasted into a cell become its lines, since a cell holds one line of Markdown", () => {
  const doc = stateOf({ blocks: [p("¦")] }).doc;
  const slice = cellSlice(markdownSlice(parseMarkdown("# H\n\n- a **b**\n- c\n\n```\nx\ny\n```\n"), doc));
  expect(slice.content.toString()).toBe(
    '<paragraph("H", hard_break, "a ", strong("b"), hard_break, "c", hard_break, "x", hard_break, "y")>',
  );
});
