import { expect, test } from "vitest";
import { depthOf, startsWithTitle, withSlugs } from "./headings.ts";

const slugs = (...texts: string[]) =>
  withSlugs(texts.map((text) => ({ text, level: 2 }))).map(({ slug }) => slug);

test("a heading's address is its words", () => {
  expect(slugs("Where we are", "`POST /charges`, twice", "回滚计划")).toEqual([
    "where-we-are",
    "post-charges-twice",
    "回滚计划",
  ]);
});

test("headings that repeat are numbered, and one without words still has an address", () => {
  expect(slugs("Risks", "Risks", "…")).toEqual(["risks", "risks-1", "section"]);
});

test("the highest level that occurs stands at the margin", () => {
  const headings = withSlugs([
    { text: "a", level: 2 },
    { text: "b", level: 3 },
  ]);
  expect(headings.map((heading) => depthOf(heading, headings))).toEqual([0, 1]);
});

test("a text that begins with its title as a first-level heading needs no other", () => {
  const begins = (level: number, text: string) => ({
    type: "doc",
    content: [{ type: "heading", attrs: { level }, content: [{ type: "text", text }] }],
  });
  expect(startsWithTitle(begins(1, "Retries"), "Retries")).toBe(true);
  expect(startsWithTitle(begins(1, "Retries, again"), "Retries")).toBe(false);
  expect(startsWithTitle(begins(2, "Retries"), "Retries")).toBe(false);
  expect(startsWithTitle({ type: "doc" }, "Retries")).toBe(false);
});
