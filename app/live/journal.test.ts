import "fake-indexeddb/auto";
import { beforeEach, expect, test, vi } from "vitest";
import type { UnsavedStep, UnsavedText } from "./document-text.ts";
import type { HeldEntry } from "./journal.ts";
import { openJournal } from "./journal.ts";

/** Waits until something holds; a busy machine is given its time. */
const until = (holds: () => unknown) => vi.waitFor(holds, { timeout: 15_000 });

let name: string;
let count = 0;
const ada = { person: "ada", document: "d", title: "Plan" };

beforeEach(() => {
  name = `journal-${++count}`;
});

/** A page of its own, as far as locks go: its locks are let go of when it ends. */
function page() {
  return openJournal({ name });
}

function step(serial: number, text = `${serial}`): UnsavedStep {
  const slice = { content: [{ type: "text", text }] };
  return { serial, undoes: null, step: { stepType: "replace", from: 1, to: 1, slice } };
}

const unsaved = (steps: UnsavedStep[], version = 7): UnsavedText => ({ version, steps, inFlight: null });

/** What a page that comes later takes up, once the others let go. */
async function adopted(person = "ada"): Promise<HeldEntry[]> {
  const held: HeldEntry[] = [];
  await page().adopt(person, (one) => held.push(one));
  await new Promise((resolve) => setTimeout(resolve, 30));
  return held;
}

test("what was noted outlives the page, in order, with the id it leaves under", async () => {
  const writer = page().begin(ada);
  writer.note(unsaved([step(1), step(2)]), "next");
  await writer.release();
  const [held, ...others] = await adopted();
  expect(others).toEqual([]);
  expect(held?.entry).toMatchObject({ ...ada, version: 7, next: "next", inFlight: null });
  expect(held?.entry.steps).toEqual([step(1), step(2)]);
});

test("only the newest of what was noted counts, whatever came between", async () => {
  const writer = page().begin(ada);
  const steps = Array.from({ length: 40 }, (_, i) => step(i + 1));
  for (let end = 1; end <= 40; end++) writer.note(unsaved(steps.slice(0, end)), `next-${end}`);
  const moved = steps.slice(20).map((one) => step(one.serial, "moved"));
  writer.note({ version: 9, inFlight: { commit: "c", count: 3 }, steps: moved }, "last");
  await writer.release();
  const [held] = await adopted();
  expect(held?.entry).toMatchObject({ version: 9, next: "last", inFlight: { commit: "c", count: 3 } });
  expect(held?.entry.steps).toEqual(moved);
});

test("a page that ends in the middle of a write has written what it noted last", async () => {
  const writer = page().begin(ada);
  await new Promise((resolve) => setTimeout(resolve, 20));
  writer.note(unsaved([step(1)]), "a");
  writer.note(unsaved([step(1), step(2)]), "b");
  void writer.flush();
  writer.note(unsaved([step(2)]), "c");
  void writer.flush();
  await writer.release();
  expect((await adopted())[0]?.entry).toMatchObject({ next: "c", steps: [step(2)] });
});

test("what is saved leaves nothing behind", async () => {
  const writer = page().begin(ada);
  writer.note(unsaved([step(1)]), "next");
  await writer.settle();
  writer.note(unsaved([]), "next");
  await writer.release();
  expect(await adopted()).toEqual([]);
});

test("an entry belongs to the page that writes it until that page ends, and then to one other", async () => {
  const writer = page().begin(ada);
  writer.note(unsaved([step(1)]), "next");
  await writer.settle();
  const first = await adopted();
  const second = await adopted();
  expect([...first, ...second]).toEqual([]);
  await writer.release();
  await until(() => expect(first).toHaveLength(1));
  expect(second).toEqual([]);
});

test("what lies unsaved is counted for one person, while its pages are open and after", async () => {
  const open = page().begin(ada);
  open.note(unsaved([step(1), step(2)]), "next");
  await open.settle();
  const ended = page().begin(ada);
  ended.note(unsaved([step(1)]), "next");
  await ended.release();
  const other = page().begin({ ...ada, person: "bo" });
  other.note(unsaved([step(1)]), "next");
  await other.settle();
  expect(await page().count("ada")).toBe(3);
  open.note(unsaved([]), "next");
  await open.settle();
  expect(await page().count("ada")).toBe(1);
  expect(await openJournal({ name, locks: null }).count("ada")).toBe(0);
});

test("nobody is given what another person wrote", async () => {
  const writer = page().begin(ada);
  writer.note(unsaved([step(1)]), "next");
  await writer.release();
  expect(await adopted("bo")).toEqual([]);
});

test("an entry that was taken up and is done with is gone", async () => {
  const writer = page().begin(ada);
  writer.note(unsaved([step(1)]), "next");
  await writer.release();
  const [held] = await adopted();
  await held?.writer.discard();
  expect(await adopted()).toEqual([]);
});

test("a browser that keeps nothing says so", async () => {
  const writer = openJournal({ name, locks: null }).begin(ada);
  expect(writer.keeps).toBe(false);
  writer.note(unsaved([step(1)]), "next");
  await writer.release();
});

test("a browser that refuses a write says so, and says when it keeps things again", async () => {
  const warn = vi.spyOn(console, "warn").mockReturnValue();
  const writer = page().begin(ada);
  const told = vi.fn();
  writer.subscribe(told);
  // What cannot be cloned cannot be stored; a full disk looks the same from here.
  const broken = { ...step(1), step: { ...step(1).step, from: (() => 0) as never } };
  writer.note(unsaved([broken]), "a");
  await writer.settle();
  expect(writer.keeps).toBe(false);
  writer.note(unsaved([step(2)]), "b");
  await writer.release();
  expect(writer.keeps).toBe(true);
  expect(told).toHaveBeenCalledTimes(2);
  expect((await adopted())[0]?.entry.steps).toEqual([step(2)]);
  warn.mockRestore();
});

test("an entry that cannot be read is let go again, for a page that can", async () => {
  const warn = vi.spyOn(console, "warn").mockReturnValue();
  const writer = page().begin(ada);
  writer.note(unsaved([step(1)]), "next");
  await writer.release();
  const failing = vi.spyOn(IDBObjectStore.prototype, "get").mockImplementation(() => {
    throw new Error("the disk is broken");
  });
  expect(await adopted()).toEqual([]);
  failing.mockRestore();
  expect(await adopted()).toHaveLength(1);
  warn.mockRestore();
});

test("a write that failed takes nothing along that was noted on top of it", async () => {
  const warn = vi.spyOn(console, "warn").mockReturnValue();
  const writer = page().begin(ada);
  const told = vi.fn();
  writer.subscribe(told);
  await new Promise((resolve) => setTimeout(resolve, 20));
  const first = step(1);
  const put = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementationOnce(() => {
    throw new DOMException("the disk is full", "QuotaExceededError");
  });
  writer.note(unsaved([first]), "a");
  void writer.flush();
  writer.note(unsaved([first, step(2)]), "b");
  void writer.flush();
  await until(() => expect(told).toHaveBeenCalledTimes(2));
  put.mockRestore();
  expect(writer.keeps).toBe(true);
  await writer.release();
  expect((await adopted())[0]?.entry).toMatchObject({ next: "b", steps: [step(1), step(2)] });
  warn.mockRestore();
});

test("a write that failed is tried again by itself", async () => {
  const warn = vi.spyOn(console, "warn").mockReturnValue();
  const writer = page().begin(ada);
  const commit = vi.spyOn(IDBTransaction.prototype, "commit").mockImplementationOnce(function (
    this: IDBTransaction,
  ) {
    this.abort();
  });
  writer.note(unsaved([step(1)]), "a");
  await until(() => expect(writer.keeps).toBe(false));
  commit.mockRestore();
  await until(() => expect(writer.keeps).toBe(true));
  await writer.release();
  expect((await adopted())[0]?.entry.steps).toEqual([step(1)]);
  warn.mockRestore();
});
