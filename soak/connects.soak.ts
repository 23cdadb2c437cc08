import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SCHEMA_VERSION } from "@chopin/protocol/document";
import { SocketIo } from "../bench/collab/socket-io.ts";
import { newDocument } from "../server/guest-fixture.ts";
import type { Guest } from "../server/guest-fixture.ts";
import { createLiveFixture } from "../server/transports/live-fixture.ts";
import type { LiveFixture } from "../server/transports/live-fixture.ts";
import { heapInUse } from "./memory.ts";

/** Milliseconds a document stays in memory after the last call on it, and some. */
const LINGER = 35_000;
const AT_ONCE = 20;

let live: LiveFixture;
let guests: Guest[];
beforeAll(async () => {
  live = await createLiveFixture();
  guests = [];
  for (let i = 0; i < AT_ONCE; i++) guests.push(await live.join(`Guest ${i}`));
});
afterAll(async () => await live.close());

const connect = async (turn: number): Promise<SocketIo> => {
  const token = guests[turn % AT_ONCE]?.token ?? "";
  return await SocketIo.connect({ port: Number(new URL(live.origin).port), token });
};

test("10,000 connects and disconnects leave no room behind, and the heap where it was", async () => {
  const visit = async (turn: number) => {
    const socket = await connect(turn);
    await socket.ask("document:open", { document: live.document, schema: SCHEMA_VERSION });
    socket.close();
  };
  await many(1_000, visit);
  await expect.poll(() => live.rooms(), { timeout: 5_000 }).toBe(0);
  const before = await heapInUse();
  await many(10_000, visit);
  await expect.poll(() => live.rooms(), { timeout: 5_000 }).toBe(0);
  // A byte kept of each would be 10 kB; a socket kept of each, more than 100 MB.
  expect((await heapInUse()) - before).toBeLessThan(5);
});

test("1,000 people who leave while their document is read leave nothing in memory, and everything opens", async () => {
  const { services, operator } = live;
  const source = "Begin\n\n".repeat(50);
  const documents: string[] = [];
  for (let i = 0; i < 1_000; i++)
    documents.push(await newDocument(services, operator.principal, { title: `Left ${i}`, source }));
  await many(1_000, async (turn) => {
    const socket = await connect(turn);
    const request = JSON.stringify({ document: documents[turn], schema: SCHEMA_VERSION });
    socket.request("document:open", request, () => undefined);
    // Some go before it is asked for, some while it is read, some after.
    await pause(Math.random() * 10);
    socket.close();
  });
  await expect.poll(() => live.rooms(), { timeout: 5_000 }).toBe(0);
  await expect.poll(() => services.documents.live(), { timeout: LINGER, interval: 1_000 }).toBe(0);
  await many(1_000, async (turn) => {
    const page = await services.documents.page(operator.principal, { id: documents[turn] ?? "" });
    expect(page).toMatchObject({ ok: true, version: 0 });
  });
});

/** Does something so many times, several at once. */
async function many(times: number, work: (turn: number) => Promise<void>): Promise<void> {
  let turn = 0;
  const worker = async () => {
    while (turn < times) await work(turn++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
