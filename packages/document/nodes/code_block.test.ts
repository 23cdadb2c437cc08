import { expect, test } from "vitest";
import { schema } from "../schema.ts";
import { expectPrint, expectRoundTrip } from "../round_trip.ts";

test("code keeps blank lines, fences inside and its info string", () => {
  expectRoundTrip('```ts title="a b"\nlet a;\n\n\nlet b;\n```\n');
  expectRoundTrip("````md\n```js\ncode\n```\n````\n");
  expectRoundTrip("~~~ `x`\ncode\n~~~\n", "~~~`x`\ncode\n~~~\n");
  expectRoundTrip("```\n\n```\n", "```\n```\n");
  expectRoundTrip("    indented\n\n    code\n", "```\nindented\n\ncode\n```\n");
});

test("a language nobody would choose is printed so that it is read back", () => {
  const code = schema.nodes.code_block!.create({ language: "a b`&amp;", meta: "c\\*" }, schema.text("~~~~"));
  expectPrint(schema.nodes.doc!.create(null, code), "~~~~~a&#x20;b`\\&amp; c\\\\*\n~~~~\n~~~~~\n");
  expect(code.attrs.kept).toBe(null);
});
