import { schema } from "@chopin/document/schema";
import { expect, test } from "vitest";
import { staticHtml } from "./static.ts";
import { editorWords } from "./words.ts";

const words = editorWords((key) => key);
const doc = (...content: unknown[]) => ({ type: "doc", content });
const p = (...content: unknown[]) => ({ type: "paragraph", content });
const text = (words: string, ...marks: unknown[]) => ({ type: "text", text: words, marks });
const mark = (type: string, attrs?: unknown) => ({ type, attrs });

test("text and marks are printed as the editor shows them, neighbours sharing their element", () => {
  const html = staticHtml(
    doc(p(text("a "), text("b", mark("strong")), text("c", mark("strong"), mark("code")), text(" d"))),
    words,
  );
  expect(html).toBe('<p dir="auto">a <strong>b<code>c</code></strong> d</p>');
});

test("nothing of the document becomes a tag or leaves its attribute", () => {
  const evil = '"><script>alert(1)</script>';
  const html = staticHtml(
    doc(
      { type: "html_block", content: [text("<script>alert(1)</script>")] },
      p(
        { type: "html_inline", attrs: { source: "<img onerror=x>" } },
        { type: "image", attrs: { src: evil, alt: evil } },
      ),
      p(text(evil, mark("link", { href: "javascript:alert(1)" }))),
      { type: "code_block", attrs: { language: evil }, content: [text(evil)] },
    ),
    words,
  );
  expect(html).not.toMatch(/<script|<img onerror|href/);
});

test("tasks, callouts, code and tables carry their words, their state and their alignment", () => {
  const cell = (type: string, words: string) => ({
    type,
    attrs: { align: "right" },
    content: [p(text(words))],
  });
  const html = staticHtml(
    doc(
      {
        type: "bullet_list",
        content: [{ type: "list_item", attrs: { checked: true }, content: [p(text("done"))] }],
      },
      { type: "callout", attrs: { kind: "warning" }, content: [p(text("mind"))] },
      { type: "code_block", attrs: { language: "ts" }, content: [text("let a\n")] },
      { type: "table", content: [{ type: "table_row", content: [cell("table_header", "Hold")] }] },
    ),
    words,
  );
  expect(html).toContain('<input type="checkbox" tabindex="-1" aria-label="taskDone" checked="">');
  expect(html).toContain(">calloutWarning</div>");
  expect(html).toContain('<span class="code-name">TypeScript</span>');
  expect(html).toContain("let a\n<br>");
  expect(html).toContain('<th scope="col" style="text-align: right"><p dir="auto">Hold</p></th>');
});

test("an empty document is one open line", () => {
  expect(staticHtml(schema.topNodeType.createAndFill()?.toJSON(), words)).toBe('<p dir="auto"><br></p>');
});
