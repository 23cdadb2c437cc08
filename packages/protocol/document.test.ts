import { expect, test } from "vitest";
import { stepJson } from "./document.ts";

test("a step at half a position, or open to half a level, is no step", () => {
  const step = { stepType: "replace", from: 2, to: 3, slice: { content: [], openStart: 1, openEnd: 0 } };
  expect(stepJson.parse(step)).toEqual(step);
  expect(stepJson.safeParse({ ...step, from: 2.5 }).success).toBe(false);
  expect(stepJson.safeParse({ ...step, to: -1 }).success).toBe(false);
  expect(stepJson.safeParse({ ...step, slice: { openStart: 0.5 } }).success).toBe(false);
});
