import { expect, test } from "vitest";
import { schema } from "../schema.ts";
import { expectPrint, expectRoundTrip } from "../round_trip.ts";

test("an alert is a callout of its kind, with any blocks inside", () => {
  expect(expectRoundTrip("> [!WARNING]\n> a\n>\n> - b\n").firstChild!.attrs.kind).toBe("warning");
  expectRoundTrip("> [!tip]\n>\n> # a\n", "> [!TIP]\n>\n> # a\n");
  expectRoundTrip("> [!NOTE]\n");
});

test("a quote that only looks like one is escaped", () => {
  const { doc, blockquote, paragraph } = schema.nodes;
  const quote = blockquote!.create(null, paragraph!.create(null, schema.text("[!NOTE]")));
  expectPrint(doc!.create(null, quote), "> \\[!NOTE]\n");
});
