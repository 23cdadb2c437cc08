import { expect, test } from "vitest";
import { expectRoundTrip } from "../round_trip.ts";

test("lists and tasks three levels deep stay nested", () => {
  expectRoundTrip("1. a\n   1. b\n      1. c\n      2. d\n   2. e\n2. f\n");
  expectRoundTrip("- [ ] a\n  - [x] b\n    - [ ] c\n    - plain\n- d\n");
  expectRoundTrip("* a\n\n  1) b\n\n     - [x] c\n\n* d\n", "- a\n\n  1. b\n\n     - [x] c\n\n- d\n");
});

test("an empty task is a task, a bracket in text is text", () => {
  const doc = expectRoundTrip("- [ ]\n- [x]\n- [ ] a\n");
  expect(doc.firstChild!.children.map((item) => item.attrs.checked)).toEqual([false, true, false]);
  expect(expectRoundTrip("- \\[ ] a\n").firstChild!.firstChild!.attrs.checked).toBe(null);
});

test("tight and loose lists stay so, and blocks inside items too", () => {
  expect(expectRoundTrip("- a\n- b\n").firstChild!.attrs.tight).toBe(true);
  expect(expectRoundTrip("- a\n\n- b\n").firstChild!.attrs.tight).toBe(false);
  expectRoundTrip("- a\n\n  b\n\n  ```\n  c\n\n  d\n  ```\n\n- > e\n");
  expectRoundTrip("-\n- a\n");
});

test("lists side by side stay apart", () => {
  expectRoundTrip("- a\n\n* b\n\n- c\n");
  expectRoundTrip("3. a\n\n7) b\n");
});
