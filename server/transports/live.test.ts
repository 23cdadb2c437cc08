import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Socket } from "socket.io-client";
import { SCHEMA_VERSION } from "@chopin/protocol/document";
import type {
  CommitReply,
  OpenReply,
  PresenceFrame,
  RightsFrame,
  StepsFrame,
} from "@chopin/protocol/document";
import { newDocument } from "../guest-fixture.ts";
import type { Guest } from "../guest-fixture.ts";
import { createLiveFixture } from "./live-fixture.ts";
import type { LiveFixture } from "./live-fixture.ts";

let live: LiveFixture;
beforeAll(async () => {
  live = await createLiveFixture();
});
afterAll(() => live.close());

const everything = { read: true, write: true, administer: false };

/** Resolves with "connect", or with why the server turned the page away. */
function outcome(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    socket.once("connect", () => resolve("connect"));
    socket.once("connect_error", (error: Error & { data?: { reason?: string } }) =>
      resolve(error.data?.reason ?? "refused"),
    );
  });
}

function open(socket: Socket, schema = SCHEMA_VERSION): Promise<OpenReply> {
  return socket.timeout(5_000).emitWithAck("document:open", { document: live.document, schema });
}

/** Types one letter at the start of the text. */
function type(socket: Socket, base: number, letter = "x"): Promise<CommitReply> {
  const slice = { content: [{ type: "text", text: letter }] };
  return socket.timeout(5_000).emitWithAck("document:commit", {
    document: live.document,
    commit: randomUUID(),
    base,
    schema: SCHEMA_VERSION,
    steps: [{ stepType: "replace", from: 1, to: 1, slice }],
  });
}

async function present(guest: Guest): Promise<{ socket: Socket; version: number; frames: StepsFrame[] }> {
  const socket = live.connect(guest);
  const frames: StepsFrame[] = [];
  socket.on("document:steps", (frame: StepsFrame) => frames.push(frame));
  expect(await outcome(socket)).toBe("connect");
  const reply = await open(socket);
  if (!reply.ok) throw new Error(reply.reason);
  return { socket, version: reply.version, frames };
}

test("a page without a login, or with one that nobody knows, is told so and let go", async () => {
  expect(await outcome(live.connect(null))).toBe("signed-out");
  expect(await outcome(live.connect({ token: "x".repeat(43) }))).toBe("signed-out");
});

test("a page of another origin, of none, or by another host name does not even reach the handshake", async () => {
  const ada = await live.join("Ada at the gate");
  for (const headers of [
    { origin: "https://evil.example" },
    { origin: "null" },
    {},
    { origin: live.origin, host: "evil.example" },
  ] as Record<string, string>[])
    expect(await outcome(live.connect(ada, headers)), JSON.stringify(headers)).toBe("refused");
});

test("what is no frame is refused by name and disturbs nobody, its sender included", async () => {
  const { socket, version } = await present(await live.join("Clumsy"));
  const bad: unknown[] = [null, 7, "text", [], {}, { document: 7 }, { document: live.document, steps: [{}] }];
  for (const event of ["document:open", "document:commit", "document:since"])
    for (const payload of bad)
      expect(
        await socket.timeout(5_000).emitWithAck(event, payload),
        `${event} ${JSON.stringify(payload)}`,
      ).toEqual(expect.objectContaining({ ok: false, reason: "malformed" }));
  for (const payload of bad) {
    socket.emit("document:presence", payload);
    socket.emit("document:close", payload);
    socket.emit("document:commit", payload);
    socket.emit("no:such:event", payload);
  }
  expect(await type(socket, version)).toMatchObject({ ok: true });
});

test("a frame of a million arguments is dropped, and its sender goes on", async () => {
  const page = live.connect(await live.join("Mallory"));
  await outcome(page);
  page.io.engine.write(`2["document:open"${",1".repeat(1_000_000)}]`);
  expect(await open(page)).toMatchObject({ ok: true });
});

test("what is said in a Chat reaches everyone who opened it, however early, and no stranger says anything", async () => {
  const says = await present(await live.join("Says"));
  // A page opens Chat before its text is there: nothing that is said from then on may pass it by.
  const early = live.connect(await live.join("Hears"));
  expect(await outcome(early)).toBe("connect");
  await early.timeout(5_000).emitWithAck("chat:open", { document: live.document });
  const heard = new Promise((resolve) => early.once("chat:message", resolve));
  const message = { document: live.document, message: randomUUID(), to: "room", text: "Good morning" };
  const reply: unknown = await says.socket.timeout(5_000).emitWithAck("chat:send", message);
  expect(reply).toMatchObject({ ok: true });
  expect(await heard).toMatchObject({ text: "Good morning", author: { name: "Says" } });
  const opened: unknown = await early.timeout(5_000).emitWithAck("chat:open", { document: live.document });
  expect(opened).toMatchObject({ ok: true, messages: [{ text: "Good morning" }] });
  const malformed: unknown = await says.socket
    .timeout(5_000)
    .emitWithAck("chat:send", { ...message, to: "all" });
  expect(malformed).toMatchObject({ ok: false, reason: "malformed" });
});

test("a page of another schema is asked to reload", async () => {
  const { socket } = await present(await live.join("Outdated"));
  expect(await open(socket, SCHEMA_VERSION + 1)).toMatchObject({ ok: false, reason: "outdated" });
});

test("an acknowledged commit is in the database", async () => {
  const writer = await present(await live.join("Writer"));
  expect(await type(writer.socket, writer.version, "durable ")).toMatchObject({ ok: true });
  const read = await live.services.documents.read(live.operator.principal, { id: live.document });
  expect(read).toMatchObject({ ok: true, source: expect.stringContaining("durable ") });
});

test("many commits at once reach the others complete, in order and in far fewer frames", async () => {
  const [writer, reader] = [await present(await live.join("Fast")), await present(await live.join("Reads"))];
  const replies = await Promise.all(Array.from({ length: 60 }, () => type(writer.socket, writer.version)));
  expect(replies.every((reply) => reply.ok)).toBe(true);
  const end = Math.max(...replies.map((reply) => (reply.ok ? reply.version : 0)));
  await expect.poll(() => reader.frames.at(-1)?.version).toBe(end);
  const mine = reader.frames.filter((frame) => frame.version > writer.version);
  expect(mine.map((frame) => frame.base).slice(1)).toEqual(mine.map((frame) => frame.version).slice(0, -1));
  expect(mine.flatMap((frame) => frame.commits)).toHaveLength(60);
  expect(mine.length).toBeLessThan(30);
});

test("a person is one entry however many tabs, and gone with the last of them", async () => {
  const tabs = await live.join("Two tabs");
  const watcher = await present(await live.join("Watcher"));
  const people: string[] = [];
  watcher.socket.on("document:people", ({ came, left }: PresenceFrame) => {
    people.push(...came.filter(({ name }) => name === "Two tabs").map(({ person }) => person));
    for (const person of left) if (people.includes(person)) people.splice(people.indexOf(person), 1);
  });
  const [first, second] = [await present(tabs), await present(tabs)];
  const entries = () => people.length;
  await expect.poll(entries).toBe(1);
  first.socket.disconnect();
  await pause(150);
  expect(entries()).toBe(1);
  second.socket.disconnect();
  await expect.poll(entries).toBe(0);
});

test("a login that ends closes its pages within a second, and only its own", async () => {
  const [gone, stays] = [await live.join("Goes"), await live.join("Stays")];
  const pages = [await present(gone), await present(gone)];
  const other = await present(stays);
  const closed = Promise.all(pages.map(({ socket }) => once(socket as never, "disconnect")));
  const began = performance.now();
  await live.services.accounts.signOut(gone.principal);
  await closed;
  expect(performance.now() - began).toBeLessThan(1_000);
  expect(other.socket.connected).toBe(true);
  expect(await outcome(live.connect(gone))).toBe("signed-out");
});

async function setRights(guest: Guest, rights: typeof everything): Promise<void> {
  const set = await live.services.access.setRights(live.operator.principal, {
    person: guest.principal.person,
    rights,
  });
  expect(set).toMatchObject({ ok: true });
}

function nextRights(socket: Socket): Promise<RightsFrame> {
  return new Promise((resolve) => socket.once("document:rights", resolve));
}

test("whoever loses the right to write is told within a second and refused from then on", async () => {
  const guest = await live.join("Reader now");
  const { socket, version } = await present(guest);
  const told = nextRights(socket);
  const began = performance.now();
  await setRights(guest, { ...everything, write: false });
  expect((await told).rights).toMatchObject({ read: true, write: false });
  expect(performance.now() - began).toBeLessThan(1_000);
  expect(await type(socket, version)).toMatchObject({ ok: false, reason: "forbidden" });
});

test("whoever loses the right to read is told within a second and hears nothing more", async () => {
  const guest = await live.join("Shut out");
  const [out, writer] = [await present(guest), await present(await live.join("Goes on"))];
  const told = nextRights(out.socket);
  await setRights(guest, { read: false, write: false, administer: false });
  expect((await told).rights.read).toBe(false);
  out.frames.length = 0;
  expect(await type(writer.socket, writer.version)).toMatchObject({ ok: true });
  await expect.poll(() => writer.frames.length).toBeGreaterThan(0);
  expect(out.frames).toEqual([]);
});

test("whoever may not read hears nothing, not even while a slow database decides", async () => {
  const guest = await live.join("Eavesdropper");
  const writer = await present(await live.join("Speaks"));
  await setRights(guest, { read: false, write: false, administer: false });
  const socket = live.connect(guest);
  const heard: unknown[] = [];
  socket.onAny((event: string, ...payload: unknown[]) => heard.push([event, ...payload]));
  expect(await outcome(socket)).toBe("connect");
  const { documents } = live.services;
  const { open: opens } = documents;
  documents.open = async (principal, of) => {
    await pause(200);
    return await opens(principal, of);
  };
  try {
    const asked = open(socket);
    await pause(20);
    expect(await type(writer.socket, writer.version)).toMatchObject({ ok: true });
    await expect.poll(() => writer.frames.length).toBeGreaterThan(0);
    expect(await asked).toMatchObject({ ok: false, reason: "forbidden" });
  } finally {
    documents.open = opens;
  }
  expect(heard).toEqual([]);
});

test("whoever loses the right to read while a document opens is told when it may be read again", async () => {
  const guest = await live.join("Shut out in between");
  const socket = live.connect(guest);
  expect(await outcome(socket)).toBe("connect");
  const { documents } = live.services;
  const { summary } = documents;
  documents.summary = async (principal, of) => {
    const found = await summary(principal, of);
    await setRights(guest, { read: false, write: false, administer: false });
    await pause(50);
    return found;
  };
  try {
    expect(await open(socket)).toMatchObject({ ok: false, reason: "forbidden" });
  } finally {
    documents.summary = summary;
  }
  const told = nextRights(socket);
  await setRights(guest, everything);
  expect((await told).rights.read).toBe(true);
});

test("a page has eight documents open at most, also when it asks for more at once", async () => {
  const made = Array.from({ length: 12 }, (_, i) =>
    newDocument(live.services, live.operator.principal, { title: `One of many ${i}`, source: "Begin" }),
  );
  const ids = await Promise.all(made);
  const socket = live.connect(await live.join("Opens many"));
  expect(await outcome(socket)).toBe("connect");
  const ask = async (document: string): Promise<OpenReply> =>
    await socket.timeout(5_000).emitWithAck("document:open", { document, schema: SCHEMA_VERSION });
  const replies = await Promise.all(ids.map(ask));
  expect(replies.filter(({ ok }) => ok)).toHaveLength(8);
});
