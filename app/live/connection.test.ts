import { beforeEach, expect, test } from "vitest";
import { HandTimers } from "../../e2e/converge/page.ts";
import { createConnection, NoAnswer } from "./connection.ts";
import type { Connection } from "./connection.ts";

type Handler = (...data: never[]) => void;

/** A socket that connects and answers when the test says so. */
class Socket {
  connected = false;
  sendBuffer: unknown[] = [];
  /** Calls of connect() and disconnect(), in order. */
  readonly calls: string[] = [];
  readonly sent: { name: string; reply: (said: unknown) => void }[] = [];
  readonly #handlers = new Map<string, Set<Handler>>();

  on(event: string, handler: Handler): void {
    const known = this.#handlers.get(event) ?? new Set();
    this.#handlers.set(event, known.add(handler));
  }

  off(event: string, handler: Handler): void {
    this.#handlers.get(event)?.delete(handler);
  }

  emit(name: string, _payload: unknown, reply: (said: unknown) => void): void {
    this.sent.push({ name, reply });
  }

  connect(): void {
    this.calls.push("connect");
  }

  disconnect(): void {
    this.calls.push("disconnect");
    if (this.connected) this.lose("io client disconnect");
  }

  open(): void {
    this.connected = true;
    this.#tell("connect");
  }

  lose(reason: string): void {
    this.connected = false;
    this.#tell("disconnect", reason);
  }

  turnAway(reason: string): void {
    this.#tell("connect_error", Object.assign(new Error(reason), { data: { reason } }));
  }

  #tell(event: string, ...data: unknown[]): void {
    for (const handler of this.#handlers.get(event) ?? []) handler(...(data as never[]));
  }
}

let socket: Socket;
let timers: HandTimers;
let connection: Connection;
beforeEach(() => {
  socket = new Socket();
  timers = new HandTimers();
  connection = createConnection(socket, { timers });
});

const settled = () => new Promise((resolve) => setImmediate(resolve));
const open = { document: "d", schema: 1 };

test("a page that is signed out is refused and tries no more", () => {
  socket.turnAway("signed-out");
  connection.retry();
  timers.pass(60_000);
  expect([connection.getSnapshot(), socket.calls]).toEqual(["refused", []]);
});

test("a server that is busy, or whose database is away, is tried again later and less and less often", () => {
  for (const reason of ["unavailable", "too-many", "unavailable", "unavailable"]) {
    socket.turnAway(reason);
    expect(connection.getSnapshot()).toBe("connecting");
    timers.pass(10_000);
  }
  expect(socket.calls).toEqual(["connect", "connect", "connect", "connect"]);
  socket.open();
  expect(connection.getSnapshot()).toBe("online");
});

test("a doubted connection that answers is left as it is", async () => {
  socket.open();
  connection.retry();
  connection.retry();
  expect(socket.sent.map(({ name }) => name)).toEqual(["connection:probe"]);
  socket.sent[0]?.reply({ ok: true });
  timers.pass(10_000);
  await settled();
  expect([connection.getSnapshot(), socket.calls]).toEqual(["online", []]);
});

test("a doubted connection that does not answer within two seconds is made anew", async () => {
  socket.open();
  connection.retry();
  timers.pass(1_999);
  await settled();
  expect(socket.calls).toEqual([]);
  timers.pass(1);
  await settled();
  expect([connection.getSnapshot(), socket.calls]).toEqual(["offline", ["disconnect", "connect"]]);
});

test("a request that was under way fails with its connection, and leaves nothing to be sent on the next", async () => {
  socket.open();
  const asked = connection.request("document:open", open);
  socket.sendBuffer.push("what found the connection silent");
  socket.lose("ping timeout");
  await expect(asked).rejects.toThrow(NoAnswer);
  expect(socket.sendBuffer).toEqual([]);
});

test("nothing is asked without a connection", async () => {
  await expect(connection.request("document:open", open)).rejects.toThrow(NoAnswer);
  connection.notify("document:close", { document: "d" });
  expect(socket.sent).toEqual([]);
});
