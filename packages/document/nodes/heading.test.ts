import { expect, test } from "vitest";
import { schema } from "../schema.ts";
import { expectPrint, expectRoundTrip } from "../round_trip.ts";

const { doc, heading, hard_break } = schema.nodes;

test("headings of every level are read and printed, empty ones too", () => {
  for (let level = 1; level <= 6; level++) expectRoundTrip(`${"#".repeat(level)} Title\n`);
  expectRoundTrip("#\n");
  expectRoundTrip("# a #\n", "# a\n");
  expectRoundTrip("# a \\#\n");
});

test("a hard break in a heading stays, underlined or as a tag", () => {
  const broken = (level: number) =>
    doc!.create(null, heading!.create({ level }, [schema.text("a"), hard_break!.create(), schema.text("b")]));
  expectPrint(broken(1), "a\\\nb\n===\n");
  expectPrint(broken(2), "a\\\nb\n---\n");
  expectPrint(broken(3), "### a<br>b\n");
  expect(expectRoundTrip("#### a<br>b\n").firstChild!.child(1).type.name).toBe("hard_break");
});
