import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { StepsFrame } from "@chopin/protocol/document";
import { Frames } from "./frames.ts";

let sent: StepsFrame[];
let frames: Frames;

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  frames = new Frames({ send: (frame) => sent.push(frame), pages: () => 300 });
});
afterEach(() => {
  frames.close();
  vi.useRealTimers();
});

function commit(document: string, base: number) {
  const commits = [{ commit: `${document}-${base}`, person: "p", via: "browser" as const, steps: [] }];
  frames.add({ document, base, version: base + 1, commits });
}

test("what comes at once leaves at once as one frame, in order", () => {
  for (let base = 0; base < 200; base++) commit("a", base);
  expect(sent).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({ document: "a", base: 0, version: 200 });
  expect(sent[0]?.commits.map((one) => one.commit)).toEqual(Array.from({ length: 200 }, (_, i) => `a-${i}`));
});

test("what keeps coming to three hundred is gathered, and waits no longer than a fiftieth of a second", () => {
  for (let base = 0; base < 200; base++) {
    commit("a", base);
    vi.advanceTimersByTime(5);
  }
  expect(sent.length).toBeGreaterThanOrEqual(50);
  expect(sent.length).toBeLessThanOrEqual(52);
  const ends = sent.map((frame) => frame.version);
  expect(sent.map((frame) => frame.base)).toEqual([0, ...ends.slice(0, -1)]);
});

test("what comes to fifty leaves at once, as long as a second brings no more than can be sent", () => {
  frames.close();
  frames = new Frames({ send: (frame) => sent.push(frame), pages: () => 50 });
  for (let base = 0; base < 200; base++) {
    commit("a", base);
    vi.advanceTimersByTime(4);
  }
  expect(sent).toHaveLength(200);
});

test("nothing is kept of a document that came to rest", () => {
  commit("a", 0);
  vi.advanceTimersByTime(1);
  expect(frames.size).toBe(1);
  vi.advanceTimersByTime(50);
  expect(frames.size).toBe(0);
});

test("documents do not share a frame", () => {
  commit("a", 0);
  commit("b", 0);
  vi.advanceTimersByTime(20);
  expect(sent.map((frame) => frame.document)).toEqual(["a", "b"]);
});

test("what does not continue the frame at hand begins another, so that a page sees the gap", () => {
  commit("a", 0);
  commit("a", 5);
  vi.advanceTimersByTime(20);
  expect(sent.map(({ base, version }) => [base, version])).toEqual([
    [0, 1],
    [5, 6],
  ]);
});

test("an event that several listeners share is not changed by being gathered", () => {
  const commits = [{ commit: "one", person: "p", via: "browser" as const, steps: [] }];
  frames.add({ document: "a", base: 0, version: 1, commits });
  commit("a", 1);
  expect(commits).toHaveLength(1);
});

test("closing sends what still waits and leaves no timer", () => {
  commit("a", 0);
  frames.close();
  expect(sent).toHaveLength(1);
  expect(vi.getTimerCount()).toBe(0);
});
