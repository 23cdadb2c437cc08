import { expect, test } from "vitest";
import { Transform } from "prosemirror-transform";
import { parseMarkdown, printMarkdown } from "../markdown.ts";
import { schema } from "../schema.ts";
import { expectPrint, expectRoundTrip } from "../round_trip.ts";

const YAML = "---\ntitle:  'a: b'\n# c\n\nlist: [ d ,e ]\n---\n";

test("front matter is opaque: an edit of the body leaves it byte for byte", () => {
  const doc = parseMarkdown(`${YAML}# Body\n`);
  expect(doc.firstChild!.type.name).toBe("front_matter");
  const edited = new Transform(doc).insert(doc.content.size - 1, schema.text(" edited")).doc;
  expect(printMarkdown(edited)).toBe(`${YAML}# Body edited\n`);
});

test("YAML and TOML come back, alone and empty too", () => {
  expectRoundTrip("---\na: b\n---\n\nc\n");
  expectRoundTrip("+++\na = 1\n+++\n\nc\n");
  expectRoundTrip("---\n---\n");
  expectRoundTrip("---\na: b\n---\n");
});

test("a fence line inside cannot end it", () => {
  const { doc, front_matter, paragraph } = schema.nodes;
  const front = front_matter!.create({ language: "yaml" }, schema.text("a\n---\nb"));
  expectPrint(doc!.create(null, [front, paragraph!.create()]), "---\na\n ---\nb\n---\n");
});
