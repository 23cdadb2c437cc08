import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createEvents } from "../../base/events.ts";
import { silentLog } from "../../base/log.ts";
import { attendance, Presence } from "./presence.ts";
import type { PresenceChange } from "./presence-room.ts";

/** Two processes on one bus. */
let bus: ReturnType<typeof createEvents>;
let here: Presence;
let there: Presence;
let shown: { here: Shown[]; there: Shown[] };
type Shown = PresenceChange & { but: string | null };

beforeEach(() => {
  vi.useFakeTimers();
  bus = createEvents({ log: silentLog });
  shown = { here: [], there: [] };
  const show = (where: "here" | "there") => (_: string, change: PresenceChange, but: string | null) =>
    shown[where].push({ ...change, but });
  here = new Presence({ events: bus, process: "1", show: show("here") });
  there = new Presence({ events: bus, process: "2", show: show("there") });
});
afterEach(async () => {
  here.close();
  there.close();
  await bus.close();
  vi.useRealTimers();
});

const settle = () => vi.advanceTimersByTime(200);
const caret = (anchor: number) => ({ version: 1, anchor, head: anchor });

test("a person is one entry however many tabs, with a caret for each", () => {
  here.join("d", { tab: "t1", person: "ada", name: "Ada" });
  here.join("d", { tab: "t2", person: "ada", name: "Ada" });
  here.move("d", { tab: "t1", caret: caret(3) });
  here.move("d", { tab: "t2", caret: caret(9) });
  expect(here.people("d")).toMatchObject([{ person: "ada", carets: [{ tab: "t1" }, { tab: "t2" }] }]);
});

test("people of both processes see each other", () => {
  here.join("d", { tab: "t1", person: "ada", name: "Ada" });
  settle();
  there.join("d", { tab: "t2", person: "bo", name: "Bo" });
  settle();
  for (const process of [here, there])
    expect(process.people("d").map((one) => one.name)).toEqual(["Ada", "Bo"]);
});

test("two processes that meet at one moment greet each other once and fall silent", () => {
  let said = 0;
  bus.on(attendance, () => void said++);
  here.join("d", { tab: "t1", person: "ada", name: "Ada" });
  there.join("d", { tab: "t2", person: "bo", name: "Bo" });
  settle();
  expect(said).toBeLessThanOrEqual(4);
  for (const process of [here, there]) expect(process.people("d")).toHaveLength(2);
});

test("a document that is left and entered again at once still knows everybody", () => {
  here.join("d", { tab: "t1", person: "ada", name: "Ada" });
  there.join("d", { tab: "t2", person: "bo", name: "Bo" });
  settle();
  here.leave("d", { tab: "t1" });
  there.leave("d", { tab: "t2" });
  vi.advanceTimersByTime(49);
  here.join("d", { tab: "t3", person: "ada", name: "Ada" });
  settle();
  for (const process of [here, there]) expect(process.people("d")).toHaveLength(1);
});

test("colours go by order of joining, eight before one comes again", () => {
  for (let index = 0; index < 9; index++) {
    here.join("d", { tab: `t${index}`, person: `p${index}`, name: `P${index}` });
    vi.advanceTimersByTime(1);
  }
  expect(here.people("d").map((one) => one.colour)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 1]);
});

test("a colour stays with a person while others come and go", () => {
  for (const name of ["ada", "bo", "cy"]) {
    here.join("d", { tab: name, person: name, name });
    vi.advanceTimersByTime(1);
  }
  here.people("d");
  here.leave("d", { tab: "ada" });
  expect(here.people("d").map((one) => [one.person, one.colour])).toEqual([
    ["bo", 2],
    ["cy", 3],
  ]);
});

test("a caret that moves all the time costs one frame in 50 ms, and none to its own tab", () => {
  here.join("d", { tab: "t1", person: "ada", name: "Ada" });
  here.join("d", { tab: "t2", person: "bo", name: "Bo" });
  settle();
  shown.here = [];
  for (let index = 0; index < 100; index++) {
    here.move("d", { tab: "t1", caret: caret(index) });
    vi.advanceTimersByTime(5);
  }
  settle();
  expect(shown.here.length).toBeLessThanOrEqual(11);
  expect(shown.here.every(({ but }) => but === "t1")).toBe(true);
  expect(shown.here.at(-1)?.carets).toMatchObject([{ tab: "t1", at: { anchor: 99 } }]);
});

test("whoever is alone is told nothing of their own caret, and one that does not move is not told again", () => {
  here.join("d", { tab: "t1", person: "ada", name: "Ada" });
  settle();
  shown.here = [];
  here.move("d", { tab: "t1", caret: caret(1) });
  settle();
  here.join("d", { tab: "t2", person: "bo", name: "Bo" });
  settle();
  const before = shown.here.length;
  here.move("d", { tab: "t1", caret: caret(1) });
  settle();
  expect(shown.here.flatMap(({ carets }) => carets)).toEqual([]);
  expect(shown.here).toHaveLength(before);
});

test("of three hundred who all move, each tick tells each once, and nobody who keeps still", () => {
  for (let index = 0; index < 300; index++)
    here.join("d", { tab: `t${index}`, person: `p${index}`, name: `P${index}` });
  vi.advanceTimersByTime(1_000);
  expect(shown.here.flatMap(({ came }) => came)).toHaveLength(300);
  shown.here = [];
  for (let time = 0; time < 10; time++) {
    for (let index = 0; index < 150; index++) here.move("d", { tab: `t${index}`, caret: caret(time) });
    vi.advanceTimersByTime(100);
  }
  vi.advanceTimersByTime(1_000);
  // With 300 pages a tick lasts 300 ms: a second of moving makes four frames of 150 carets.
  expect(shown.here.length).toBeLessThanOrEqual(4);
  expect(
    shown.here.every(({ carets, came, left }) => carets.length <= 150 && came.length + left.length === 0),
  ).toBe(true);
});

test("between processes goes what changed, and all of it every ten seconds", () => {
  const said: { whole: boolean; tabs: unknown[] }[] = [];
  for (let index = 0; index < 50; index++)
    here.join("d", { tab: `t${index}`, person: `p${index}`, name: `P${index}` });
  settle();
  bus.on(attendance, (one) => void said.push(one));
  here.move("d", { tab: "t7", caret: caret(3) });
  settle();
  expect(said).toMatchObject([{ whole: false, tabs: [{ tab: "t7" }], left: [] }]);
  here.leave("d", { tab: "t7" });
  settle();
  expect(said[1]).toMatchObject({ whole: false, tabs: [], left: ["t7"] });
  said.length = 0;
  vi.advanceTimersByTime(10_000);
  expect(said.map(({ whole, tabs }) => [whole, tabs.length])).toEqual([[true, 49]]);
});

test("what a lost message said of who left is mended by the next repetition", () => {
  const lossy = createEvents({ log: silentLog });
  let losing = false;
  bus.on(attendance, (said) => void (losing || lossy.publish(attendance, said)));
  const far = new Presence({ events: lossy, process: "3", show: () => undefined });
  here.join("d", { tab: "t1", person: "ada", name: "Ada" });
  here.join("d", { tab: "t2", person: "bo", name: "Bo" });
  settle();
  expect(far.people("d")).toHaveLength(2);
  losing = true;
  here.leave("d", { tab: "t2" });
  settle();
  losing = false;
  vi.advanceTimersByTime(10_000);
  expect(far.people("d").map(({ name }) => name)).toEqual(["Ada"]);
  far.close();
});

test("an idle document says nothing to its pages", () => {
  here.join("d", { tab: "t1", person: "ada", name: "Ada" });
  there.join("d", { tab: "t2", person: "bo", name: "Bo" });
  settle();
  shown = { here: [], there: [] };
  vi.advanceTimersByTime(60_000);
  expect(shown).toEqual({ here: [], there: [] });
});

test("a process that falls silent takes its people with it", () => {
  here.join("d", { tab: "t1", person: "ada", name: "Ada" });
  there.join("d", { tab: "t2", person: "bo", name: "Bo" });
  settle();
  there.close();
  vi.advanceTimersByTime(45_000);
  expect(here.people("d").map((one) => one.person)).toEqual(["ada"]);
});

test("nothing is kept of a document that everybody left", () => {
  for (let index = 0; index < 50; index++) {
    here.join(`d${index}`, { tab: "t1", person: "ada", name: "Ada" });
    there.join(`d${index}`, { tab: "t2", person: "bo", name: "Bo" });
  }
  settle();
  for (let index = 0; index < 50; index++) {
    here.leave(`d${index}`, { tab: "t1" });
    there.leave(`d${index}`, { tab: "t2" });
  }
  settle();
  expect([here.size, there.size]).toEqual([0, 0]);
});
