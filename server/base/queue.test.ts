import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { createSerialQueue } from "./queue.ts";

test("work of one key runs one after the other, of two keys side by side", async () => {
  const queue = createSerialQueue();
  const order: string[] = [];
  const work = (name: string, wait: number) => async () => {
    order.push(`${name} begins`);
    await delay(wait);
    order.push(`${name} ends`);
    return name;
  };
  const results = Promise.all([
    queue.run("a", work("a1", 20)),
    queue.run("a", work("a2", 0)),
    queue.run("b", work("b1", 5)),
  ]);
  expect(queue.waiting("a")).toBe(2);
  expect(await results).toEqual(["a1", "a2", "b1"]);
  expect(order).toEqual(["a1 begins", "b1 begins", "b1 ends", "a1 ends", "a2 begins", "a2 ends"]);
  expect(queue.waiting("a")).toBe(0);
});

test("work that fails fails for its caller alone", async () => {
  const queue = createSerialQueue();
  const bad = queue.run("a", () => Promise.reject(new Error("no")));
  const good = queue.run("a", async () => "yes");
  await expect(bad).rejects.toThrow("no");
  expect(await good).toBe("yes");
});

test("a full line refuses more, and takes more once it moved", async () => {
  const queue = createSerialQueue({ limit: 2 });
  const first = queue.run("a", () => delay(5));
  const second = queue.run("a", () => delay(5));
  await expect(queue.run("a", () => delay(5))).rejects.toMatchObject({ code: "queue-full" });
  await expect(queue.run("b", async () => 1)).resolves.toBe(1);
  await Promise.all([first, second]);
  await expect(queue.run("a", async () => 2)).resolves.toBe(2);
});

test("idle waits for what waits, also for what was added meanwhile", async () => {
  const queue = createSerialQueue();
  let done = 0;
  const work = async () => {
    await delay(2);
    done += 1;
  };
  void queue.run("a", async () => {
    await work();
    void queue.run("b", work);
  });
  await queue.idle();
  expect(done).toBe(2);
});
