import { expect, test } from "vitest";
import { nestsDeeper } from "./depth.ts";

test("counts objects and lists within one another, and nothing beside them", () => {
  expect(nestsDeeper("text", 1)).toBe(false);
  expect(nestsDeeper({ a: [{ b: 1 }], c: [] }, 3)).toBe(false);
  expect(nestsDeeper({ a: [{ b: 1 }], c: [] }, 2)).toBe(true);
  expect(
    nestsDeeper(
      Array.from({ length: 100_000 }, () => ({})),
      2,
    ),
  ).toBe(false);
  expect(nestsDeeper(JSON.parse("[".repeat(200_000) + "]".repeat(200_000)), 200)).toBe(true);
});
