import { expect, test } from "vitest";
import { schema } from "./schema.ts";

const { nodes, marks } = schema;

test("an empty document is one empty paragraph", () => {
  const doc = nodes.doc!.createAndFill()!;
  doc.check();
  expect(doc.childCount).toBe(1);
  expect(doc.firstChild!.type.name).toBe("paragraph");
});

test("an address with another scheme never reaches an href or src", () => {
  for (const href of ["javascript:alert(1)", " java\nscript:x", "data:text/html,x", "VBSCRIPT:x"]) {
    expect(JSON.stringify(marks.link!.spec.toDOM!(marks.link!.create({ href }), true))).not.toContain("href");
    expect(JSON.stringify(nodes.image!.spec.toDOM!(nodes.image!.create({ src: href })))).not.toContain("src");
  }
  for (const href of ["https://a.b", "/c", "#d", "mailto:e@f", "g?h=i:j", ""])
    expect(JSON.stringify(marks.link!.spec.toDOM!(marks.link!.create({ href }), true))).toContain('"href"');
});

test("attributes that no Markdown could say are refused when a document is read", () => {
  const refused = [
    { type: "heading", attrs: { level: 7 } },
    { type: "callout", attrs: { kind: "danger" }, content: [{ type: "paragraph" }] },
    { type: "paragraph", attrs: { kept: { gap: "text" } } },
    { type: "footnote_definition", attrs: { label: "a b" }, content: [{ type: "paragraph" }] },
  ];
  for (const block of refused)
    expect(() => schema.nodeFromJSON({ type: "doc", content: [block] }).check()).toThrow();
});
