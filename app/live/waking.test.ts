import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { whenAwake } from "./waking.ts";
import type { WakingPage } from "./waking.ts";

let page: WakingPage & { document: EventTarget & { visibilityState: DocumentVisibilityState } };
let woke: number;
let end: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  const document = Object.assign(new EventTarget(), { visibilityState: "visible" as const });
  page = { window: new EventTarget() as never, document: document as never };
  woke = 0;
  end = whenAwake(() => (woke += 1), page);
});
afterEach(() => {
  end();
  vi.useRealTimers();
});

const say = (where: "window" | "document", name: string, more = {}) =>
  (page[where] as EventTarget).dispatchEvent(Object.assign(new Event(name), more));

test("a page wakes when the network is back, when it is shown, thawed, or taken out of the cache", () => {
  say("window", "online");
  say("document", "visibilitychange");
  say("document", "resume");
  say("window", "pageshow", { persisted: true });
  expect(woke).toBe(4);
});

test("loading, hiding and time that passes as it should wake nothing", () => {
  say("window", "pageshow", { persisted: false });
  page.document.visibilityState = "hidden";
  say("document", "visibilitychange");
  vi.advanceTimersByTime(600_000);
  expect(woke).toBe(0);
});

test("a clock that jumped means that the machine slept", () => {
  vi.advanceTimersByTime(10_000);
  vi.setSystemTime(Date.now() + 120_000);
  vi.advanceTimersByTime(2_000);
  expect(woke).toBe(1);
  vi.advanceTimersByTime(60_000);
  expect(woke).toBe(1);
});

test("nothing wakes what has ended", () => {
  end();
  say("window", "online");
  expect([woke, vi.getTimerCount()]).toEqual([0, 0]);
});
