import { expect, test } from "vitest";
import { clockTime, longDay, relativeDay, zoneOf } from "./dates.ts";

const now = Date.parse("2026-10-07T08:00:00Z");
const berlin = { language: "en", zone: "Europe/Berlin", now } as const;

test("the last day is told in minutes and hours", () => {
  expect(relativeDay("2026-10-07T07:59:30Z", berlin)).toBe("now");
  expect(relativeDay("2026-10-07T07:48:00Z", berlin)).toMatch(/^12 min/);
  expect(relativeDay("2026-10-07T06:00:00Z", berlin)).toMatch(/^2 h/);
});

test("yesterday is the reader's yesterday, not the server's", () => {
  // 23:30 UTC on the 6th is already the 7th in Berlin.
  expect(relativeDay("2026-10-06T23:30:00Z", berlin)).toMatch(/^8 h/);
  expect(relativeDay("2026-10-06T20:00:00Z", berlin)).toBe("yesterday");
});

test("within a week the weekday is named, before that the date", () => {
  expect(relativeDay("2026-10-04T12:00:00Z", berlin)).toBe("Sunday");
  expect(relativeDay("2026-09-20T12:00:00Z", berlin)).toBe("20 September");
  expect(longDay("2025-09-20T12:00:00Z", berlin)).toBe("20 September 2025");
});

test("Chinese has its own words", () => {
  const beijing = { language: "zh", zone: "Asia/Shanghai", now } as const;
  expect(relativeDay("2026-10-06T08:00:00Z", beijing)).toBe("昨天");
  expect(longDay("2026-10-01T08:00:00Z", beijing)).toBe("10月1日");
});

test("the clock has 24 hours in the reader's zone", () => {
  expect(clockTime("2026-10-07T22:24:00Z", "Europe/Berlin")).toBe("00:24");
});

test("a zone nobody knows becomes UTC", () => {
  expect(zoneOf("Mars/Olympus")).toBe("UTC");
  expect(zoneOf("Asia/Shanghai")).toBe("Asia/Shanghai");
});
