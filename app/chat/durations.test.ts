import { expect, test } from "vitest";
import { runningTime, spokenTime } from "./durations.ts";

test("a running time is minutes and two digits of seconds", () => {
  expect(runningTime(72_400)).toBe("1:12");
  expect(runningTime(-5)).toBe("0:00");
});

test("a finished time is as exact as its length deserves", () => {
  expect(spokenTime(340)).toEqual({ key: "tenths", seconds: "0.3" });
  expect(spokenTime(9_970)).toEqual({ key: "seconds", seconds: 10 });
  expect(spokenTime(59_600)).toEqual({ key: "minutes", minutes: 1, seconds: 0 });
  expect(spokenTime(221_000)).toEqual({ key: "minutes", minutes: 3, seconds: 41 });
});
