import { expect, test } from "vitest";
import { Rate } from "./rate.ts";

const verdicts = (rate: Rate, count: number, now: number) =>
  Array.from({ length: count }, () => rate.take(now));

test("a burst is taken, what goes on beyond two hundred a second is refused", () => {
  const rate = new Rate(0);
  expect(verdicts(rate, 400, 0).every((verdict) => verdict === "take")).toBe(true);
  expect(verdicts(rate, 5, 0)).toEqual(Array(5).fill("refuse"));
  expect(verdicts(rate, 201, 1_000).filter((verdict) => verdict === "take")).toHaveLength(200);
});

test("whoever types is never refused", () => {
  const rate = new Rate(0);
  for (let now = 0; now < 60_000; now += 10) expect(rate.take(now)).toBe("take");
});

test("whoever does not stop is let go", () => {
  const rate = new Rate(0);
  expect(verdicts(rate, 2_401, 0).at(-1)).toBe("end");
});
