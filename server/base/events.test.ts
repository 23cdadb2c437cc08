import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createEvents, defineEvent, type Events } from "./events.ts";
import { steerPort } from "../../db/steered-port.ts";
import { freePort } from "../../e2e/free-port.ts";
import { createLog, silentLog } from "./log.ts";

const changed = defineEvent<{ id: string }>("test.changed");
const other = defineEvent<{ id: string }>("test.other");

const open: Events[] = [];
const servers: ChildProcess[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((events) => events.close()));
  for (const server of servers.splice(0)) server.kill("SIGKILL");
});

function create(redisUrl?: string): Events {
  const events = createEvents({ redisUrl, log: silentLog });
  open.push(events);
  return events;
}

describe("within one process", () => {
  test("handlers run at once, in order, for their kind alone, until they leave", () => {
    const events = create();
    const heard: string[] = [];
    const leave = events.on(changed, ({ id }) => heard.push(`first ${id}`));
    events.on(changed, ({ id }) => heard.push(`second ${id}`));
    events.publish(changed, { id: "1" });
    events.publish(other, { id: "2" });
    leave();
    events.publish(changed, { id: "3" });
    expect(heard).toEqual(["first 1", "second 1", "second 3"]);
  });

  test("a handler that throws or rejects is logged and disturbs no other", async () => {
    const lines: string[] = [];
    const log = createLog({
      level: "error",
      format: "json",
      destination: { write: (line) => lines.push(line) },
    });
    const events = createEvents({ log });
    const heard: string[] = [];
    events.on(changed, () => {
      throw new Error("thrown");
    });
    events.on(changed, (async () => {
      throw new Error("rejected");
    }) as () => void);
    events.on(changed, ({ id }) => heard.push(id));
    events.publish(changed, { id: "1" });
    await delay(1);
    expect(heard).toEqual(["1"]);
    expect(lines.map((line) => JSON.parse(line).reason)).toEqual(["thrown", "rejected"]);
  });

  test("a handler may leave or subscribe while an event is delivered", () => {
    const events = create();
    const heard: string[] = [];
    const leave = events.on(changed, () => {
      heard.push("once");
      leave();
      events.on(changed, () => heard.push("late"));
    });
    events.publish(changed, { id: "1" });
    expect(heard).toEqual(["once"]);
    events.publish(changed, { id: "2" });
    expect(heard).toEqual(["once", "late"]);
  });
});

/** A Redis server of our own, which a test may stop; null where there is none to start. */
async function startRedis(port: number): Promise<ChildProcess | null> {
  const server = spawn(
    "redis-server",
    ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"],
    {
      stdio: ["ignore", "pipe", "ignore"],
    },
  );
  servers.push(server);
  return await new Promise((resolve) => {
    server.once("error", () => resolve(null));
    server.stdout.on("data", (chunk: Buffer) => {
      if (chunk.toString().includes("Ready to accept")) resolve(server);
    });
  });
}

function record(events: Events): string[] {
  const heard: string[] = [];
  events.on(changed, ({ id }) => heard.push(id));
  return heard;
}

/** Publishes until the other hears it: a subscription takes a moment to stand. */
async function connected(from: Events, heard: string[]): Promise<void> {
  await vi.waitFor(
    () => {
      from.publish(changed, { id: "hello" });
      expect(heard).toContain("hello");
    },
    { timeout: 10_000, interval: 50 },
  );
}

describe("between processes", () => {
  test("each hears the other once and itself once, through a Redis that goes and comes back", async ({
    skip,
  }) => {
    const port = await freePort();
    const redis = await startRedis(port);
    skip(redis === null, "needs redis-server");
    const [one, two] = [create(`redis://127.0.0.1:${port}`), create(`redis://127.0.0.1:${port}`)];
    const [heardByOne, heardByTwo] = [record(one), record(two)];
    const gap = vi.fn();
    two.onGap(gap);
    await connected(one, heardByTwo);
    await connected(two, heardByOne);
    await delay(50);
    heardByOne.length = heardByTwo.length = 0;

    one.publish(changed, { id: "1" });
    expect(heardByOne).toEqual(["1"]);
    await vi.waitFor(() => expect(heardByTwo).toEqual(["1"]));
    await delay(30);
    expect(heardByOne).toEqual(["1"]);

    redis!.kill("SIGKILL");
    await once(redis!, "exit");
    one.publish(changed, { id: "alone" });
    expect(heardByOne).toEqual(["1", "alone"]);
    await delay(200);
    one.publish(changed, { id: "still" });
    expect(heardByOne).toEqual(["1", "alone", "still"]);

    await startRedis(port);
    await connected(one, heardByTwo);
    expect(gap).toHaveBeenCalled();
  });

  test("a process that starts without Redis hears itself, and the others once it is there", async ({
    skip,
  }) => {
    const port = await freePort();
    const [one, two] = [create(`redis://127.0.0.1:${port}`), create(`redis://127.0.0.1:${port}`)];
    const [heardByOne, heardByTwo] = [record(one), record(two)];
    one.publish(changed, { id: "alone" });
    expect(heardByOne).toEqual(["alone"]);
    skip((await startRedis(port)) === null, "needs redis-server");
    await connected(one, heardByTwo);
  });

  test("whoever could not send says so to those whose line held, and a dead line is noticed", async ({
    skip,
  }) => {
    const port = await freePort();
    skip((await startRedis(port)) === null, "needs redis-server");
    const line = await steerPort({ host: "127.0.0.1", port });
    const [one, two] = [create(`redis://127.0.0.1:${line.port}`), create(`redis://127.0.0.1:${port}`)];
    const [heardByOne, heardByTwo] = [record(one), record(two)];
    const gap = vi.fn();
    two.onGap(gap);
    await connected(one, heardByTwo);
    await connected(two, heardByOne);
    await delay(200);
    gap.mockClear();
    await line.cut();
    await delay(50);
    one.publish(changed, { id: "dropped" });
    expect(gap).not.toHaveBeenCalled();
    await line.mend();
    await vi.waitFor(() => expect(gap).toHaveBeenCalled(), { timeout: 5_000 });

    await connected(one, heardByTwo);
    await delay(200);
    gap.mockClear();
    line.lose();
    one.publish(changed, { id: "late" });
    await vi.waitFor(() => expect(heardByTwo).toContain("late"), { timeout: 10_000 });
    await line.close();
  });
});
