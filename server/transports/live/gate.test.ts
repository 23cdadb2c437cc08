import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { silentLog } from "../../base/log.ts";
import { Gate } from "./gate.ts";

let asked: { answer(): void; fail(): void }[];
let sent: number[];
let gate: Gate;

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  sent = [];
  const ask = () =>
    new Promise<void>((resolve, reject) => {
      asked.push({ answer: resolve, fail: () => reject(new Error("away")) });
    });
  gate = new Gate({ ask, log: silentLog });
});
afterEach(() => {
  gate.close();
  vi.useRealTimers();
});

const pass = (number: number) => gate.pass(() => sent.push(number));
const settle = () => vi.advanceTimersByTimeAsync(0);

test("the first frame after a silence waits until it is known who may read, the next go at once", async () => {
  pass(1);
  pass(2);
  expect(sent).toEqual([]);
  asked[0]?.answer();
  await settle();
  expect(sent).toEqual([1, 2]);
  pass(3);
  expect(sent).toEqual([1, 2, 3]);
  expect(asked).toHaveLength(1);
});

test("while frames flow it is asked twice a second, and no frame goes on what is a second old", async () => {
  pass(0);
  asked[0]?.answer();
  await settle();
  for (let time = 0; time < 200; time++) {
    await vi.advanceTimersByTimeAsync(10);
    pass(time);
    asked.at(-1)?.answer();
  }
  expect(sent).toHaveLength(201);
  expect(asked.length).toBeGreaterThanOrEqual(4);
  expect(asked.length).toBeLessThanOrEqual(7);
  // The database falls silent: what is known grows old.
  await vi.advanceTimersByTimeAsync(1_000);
  pass(999);
  expect(sent).not.toContain(999);
});

test("nothing is asked while nothing is said", async () => {
  pass(1);
  asked[0]?.answer();
  await settle();
  await vi.advanceTimersByTimeAsync(60_000);
  asked[1]?.answer();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked.length).toBeLessThanOrEqual(2);
});

test("whoever comes while it is asked is asked about before anything goes out", async () => {
  pass(1);
  gate.doubt();
  asked[0]?.answer();
  await settle();
  expect(sent).toEqual([]);
  asked[1]?.answer();
  await settle();
  expect(sent).toEqual([1]);
});

test("a question that failed is put again, and nothing goes out before it is answered", async () => {
  pass(1);
  asked[0]?.fail();
  await settle();
  pass(2);
  await vi.advanceTimersByTimeAsync(300);
  expect(sent).toEqual([]);
  asked.at(-1)?.answer();
  await settle();
  expect(sent).toEqual([1, 2]);
});
