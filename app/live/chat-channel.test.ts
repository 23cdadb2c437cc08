import { expect, test } from "vitest";
import type { ChatMessage, ChatTurn, StoredPart } from "@chopin/protocol/chat";
import { ChatChannel } from "./chat-channel.ts";
import { createConnection } from "./connection.ts";

const message = (sequence: number, document = "d"): ChatMessage => ({
  id: `m${sequence}`,
  document,
  sequence,
  author: { kind: "person", person: "mira", name: "Mira" },
  to: "room",
  text: "…",
  at: "2026-10-02T10:00:00Z",
});
const turn: ChatTurn = {
  id: "t",
  document: "d",
  message: "m1",
  state: "playing",
  person: "mira",
  name: "Mira",
  queuedAt: "2026-10-02T10:00:00Z",
};
const part = (index: number): StoredPart => ({ index, part: { type: "text-end", id: `${index}` } });
const settled = () => new Promise((resolve) => setTimeout(resolve));

/** A server's end of one socket: answers by event name, and says whatever the test wants. */
function openChat(answers: Record<string, (request: object) => unknown>) {
  const handlers = new Map<string, Set<(...data: never[]) => void>>();
  const asked: [string, object][] = [];
  const socket = {
    connected: true,
    on: (event: string, handler: (...data: never[]) => void) =>
      (handlers.get(event) ?? handlers.set(event, new Set()).get(event))?.add(handler),
    off: (event: string, handler: (...data: never[]) => void) => handlers.get(event)?.delete(handler),
    emit: (event: string, ...[request, reply]: unknown[]) => {
      asked.push([event, request as object]);
      const answer = answers[event]?.(request as object);
      if (answer !== undefined) (reply as (answer: unknown) => void)(answer);
    },
    connect: () => {},
    disconnect: () => {},
  };
  const say = (event: string, ...data: unknown[]) => {
    for (const handler of handlers.get(event) ?? []) (handler as (...data: unknown[]) => void)(...data);
  };
  const channel = new ChatChannel({ document: "d", connection: createConnection(socket) });
  return { channel, say, asked, socket };
}

const reply = { ok: true, messages: [message(1)], more: false, turns: [], parts: {}, planner: null };

test("it opens at once, and again after a reconnect, without doubling what it knows", async () => {
  const { channel, say, socket } = openChat({ "chat:open": () => reply });
  await settled();
  socket.connected = false;
  say("disconnect", "transport close");
  socket.connected = true;
  say("connect");
  await settled();
  expect(channel.getSnapshot()).toMatchObject({ phase: "open", messages: [{ id: "m1" }] });
});

test("what is said in another document is not heard", async () => {
  const { channel, say } = openChat({ "chat:open": () => reply });
  await settled();
  say("chat:message", message(2, "elsewhere"));
  say("chat:message", message(3));
  expect(channel.getSnapshot().messages.map(({ id }) => id)).toEqual(["m1", "m3"]);
});

test("parts that a missed frame left out are fetched from the first that is missing", async () => {
  const { channel, say, asked } = openChat({
    "chat:open": () => reply,
    "chat:parts": () => ({ ok: true, turn, parts: [part(1), part(2)] }),
  });
  await settled();
  say("chat:parts", { document: "d", turn: "t", parts: [part(0)] });
  say("chat:parts", { document: "d", turn: "t", parts: [part(2)] });
  await settled();
  expect(asked.at(-1)).toEqual(["chat:parts", { document: "d", turn: "t", from: 1 }]);
  expect(channel.getSnapshot().parts["t"]?.map(({ index }) => index)).toEqual([0, 1, 2]);
});

test("a message without a connection is refused at once and never sent later", async () => {
  const { channel, socket, asked } = openChat({ "chat:open": () => reply });
  await settled();
  socket.connected = false;
  const sent = await channel.send({ message: crypto.randomUUID(), to: "room", text: "hello" });
  expect(sent).toEqual({ ok: false, reason: "unavailable" });
  expect(asked.some(([event]) => event === "chat:send")).toBe(false);
});

test("a refusal to read is kept as the reason", async () => {
  const { channel } = openChat({ "chat:open": () => ({ ok: false, reason: "forbidden" }) });
  await settled();
  expect(channel.getSnapshot()).toMatchObject({ phase: "refused", refusal: "forbidden" });
});
