import { expect, test } from "vitest";
import { parseMarkdown, printMarkdown } from "./markdown.ts";
import { bytesOf, sourceBytes } from "./size.ts";

test("the size is that of the printed document in UTF-8", () => {
  for (const source of [
    "",
    "a",
    "# é\n\n\n\n*x*  y ✓ 🎹\n\n\n",
    "\n\n- ü\n- 漢字",
    "---\na: 'ß'\n---\nText\n",
  ]) {
    const doc = parseMarkdown(source);
    expect(printMarkdown(doc)).toBe(source);
    expect(sourceBytes(doc)).toBe(new TextEncoder().encode(source).length);
  }
  expect(bytesOf("\ud800a\udc00")).toBe(new TextEncoder().encode("\ud800a\udc00").length);
});
