import { once } from "node:events";
import { Manager } from "socket.io-client";
import type { Socket } from "socket.io-client";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { SCHEMA_VERSION } from "@chopin/protocol/document";
import { askPlainly, enterAs, fuzz } from "./fuzz.ts";
import { createLiveFixture } from "./live-fixture.ts";
import type { LiveFixture } from "./live-fixture.ts";
import { EVENTS, ODD_PACKETS } from "./odd-frames.ts";

let live: LiveFixture;
/** Somebody who has the document open, and all that reaches them. */
let heard: unknown[];
beforeAll(async () => {
  live = await createLiveFixture();
  const watcher = await enter("Watcher");
  watcher.onAny((event: string, ...data: unknown[]) => {
    // Who comes and goes is no effect of a frame.
    if (event !== "document:people") heard.push([event, ...data]);
  });
});
afterAll(() => live.close());
beforeEach(() => {
  heard = [];
});

let people = 0;

async function connected(name: string): Promise<Socket> {
  const socket = live.connect(await live.join(`${name} ${people++}`));
  await once(socket as never, "connect");
  return socket;
}

function enter(name: string): Promise<Socket> {
  return enterAs(live, `${name} ${people++}`);
}

async function stored(): Promise<{ version: number; source: string }> {
  const read = await live.services.documents.read(live.operator.principal, { id: live.document });
  if (!read.ok) throw new Error(read.reason);
  return { version: read.version, source: read.source };
}

/** Nothing is stored, nobody heard anything, and whoever is there goes on. */
async function expectNoEffect(before: Awaited<ReturnType<typeof stored>>): Promise<void> {
  expect(await stored()).toEqual(before);
  expect(heard).toEqual([]);
  (await enter("Next")).disconnect();
}

test("a frame that no page sends is refused by name and changes nothing", { timeout: 120_000 }, async () => {
  const before = await stored();
  expect(await fuzz(live, { seed: 7, runs: 500 })).toEqual([]);
  await expectNoEffect(before);
});

test("what nests deeper than any stack is malformed, whatever asks for it", async () => {
  const before = await stored();
  const socket = await enter("Deep");
  for (const [id, event] of EVENTS.entries()) {
    const json = `{"document":"${live.document}","steps":${"[".repeat(20_000)}${"]".repeat(20_000)}}`;
    const reply = await askPlainly(socket, { id: 5_000 + id, event, json });
    expect(reply, event).toMatchObject({ ok: false, reason: "malformed" });
  }
  await expectNoEffect(before);
});

test("packets that are none end at most their own connection", async () => {
  const before = await stored();
  for (const packet of ODD_PACKETS) {
    const socket = await connected("Packets");
    socket.io.engine.write(packet);
    socket.disconnect();
  }
  const flooded = await connected("Packets");
  for (const packet of ODD_PACKETS) flooded.io.engine.write(packet);
  flooded.disconnect();
  await expectNoEffect(before);
});

test("a frame larger than any may be ends its own connection alone", async () => {
  const before = await stored();
  const socket = await enter("Large");
  socket.emit(
    "document:commit",
    { document: live.document, steps: ["x".repeat(3 * 1024 * 1024)] },
    () => undefined,
  );
  await once(socket as never, "disconnect");
  await expectNoEffect(before);
});

test("what arrives before anybody is signed in is not looked at", async () => {
  const before = await stored();
  const manager = new Manager(live.origin, {
    transports: ["websocket"],
    extraHeaders: { origin: live.origin },
    reconnection: false,
    autoConnect: false,
  });
  const opened = new Promise<void>((resolve) => manager.once("open", resolve));
  const closed = new Promise<unknown>((resolve) => manager.once("close", resolve));
  manager.open();
  await opened;
  const answers: unknown[] = [];
  manager.engine.on("message", (data: unknown) => answers.push(data));
  for (const event of EVENTS)
    manager.engine.write(`21${JSON.stringify([event, { document: live.document, schema: SCHEMA_VERSION }])}`);
  await closed;
  expect(answers).toEqual([]);
  await expectNoEffect(before);
});

test("what asks for no answer gets none and does nothing, and an unknown event does nothing", async () => {
  const before = await stored();
  const socket = await enter("Silent");
  const slice = { content: [{ type: "text", text: "no" }] };
  const steps = [{ stepType: "replace", from: 1, to: 1, slice }];
  const commit = { document: live.document, base: before.version, schema: SCHEMA_VERSION, steps };
  socket.emit("document:commit", { ...commit, commit: crypto.randomUUID() });
  socket.emit("document:commit", { ...commit, commit: crypto.randomUUID() }, "no function");
  socket.emit("document:commits", commit, () => undefined);
  // Answered after all of those were taken.
  expect(await socket.timeout(5_000).emitWithAck("connection:probe", {})).toEqual({ ok: true });
  await expectNoEffect(before);
});

test("whoever sends more than a page has reason to is refused by name, then let go, and nobody else waits", async () => {
  const before = await stored();
  const [flooding, other] = [await enter("Flood"), await enter("Beside")];
  const replies = await Promise.all(
    Array.from({ length: 900 }, (): Promise<unknown> =>
      flooding.timeout(20_000).emitWithAck("connection:probe", {}),
    ),
  );
  const refused = replies.filter((reply) => (reply as { reason?: string }).reason === "too-many");
  expect(refused.length).toBeGreaterThan(300);
  expect(await other.timeout(5_000).emitWithAck("connection:probe", {})).toEqual({ ok: true });
  const flood = setInterval(() => {
    for (let index = 0; index < 2_000; index++) flooding.emit("document:presence", {});
  }, 20);
  await once(flooding as never, "disconnect");
  clearInterval(flood);
  expect(other.connected).toBe(true);
  await expectNoEffect(before);
});
