import { expect, test } from "vitest";
import { printMarkdown } from "../markdown.ts";
import { schema } from "../schema.ts";
import { expectPrint, expectRoundTrip } from "../round_trip.ts";

test("raw HTML comes back byte for byte, in lists and quotes too", () => {
  for (const source of [
    "<details open>\n<summary>A  b</summary>\n\nText *inside*\n\n</details>\n",
    "<div  align='left'>\n  <B>x</b>\n</div>\n",
    "<!-- a\n\n  b -->\n",
    "<script>\n\nalert(1)\n</script>\n",
    "<?php\n\n?>\n",
    "- a\n\n  <div>\n  b\n  </div>\n",
    "> <!-- c -->\n",
    'a <b class="x">b</b> <!-- c --> d\n',
  ])
    expectRoundTrip(source);
});

test("it is shown as text, never as elements", () => {
  const node = schema.nodes.html_block!.create(null, schema.text("<script>alert(1)</script>"));
  expect(node.type.spec.toDOM!(node)).toEqual(["pre", { "data-html-block": "" }, 0]);
});

test("a block that holds no HTML any more is printed as code, and one being typed loses nothing", () => {
  const { doc, html_block } = schema.nodes;
  expectPrint(doc!.create(null, html_block!.create(null, schema.text("plain"))), "```html\nplain\n```\n");
  expect(printMarkdown(doc!.create(null, html_block!.create(null, schema.text("<div>\n\n<p>"))))).toContain(
    "<div>\n\n<p>",
  );
});
