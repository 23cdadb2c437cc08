import { once } from "node:events";
import { createServer } from "node:http";
import type { Server } from "node:http";
import { connect } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { refuseUpgrades } from "./upgrades.ts";

/** Waits until something holds; a busy machine is given its time. */
const until = (holds: () => unknown) => vi.waitFor(holds, { timeout: 15_000 });

let http: Server;
beforeEach(async () => {
  http = createServer();
  refuseUpgrades(http, ["/socket.io/"]);
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
});
afterEach(() => http.close());

const open = () => promisify(http.getConnections.bind(http))();

/** Asks for a WebSocket there. */
function ask(path: string): Socket {
  const socket = connect((http.address() as AddressInfo).port, "127.0.0.1");
  socket.on("error", () => undefined);
  socket.write(`GET ${path} HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`);
  return socket;
}

test("a WebSocket where there is none is answered, and its connection is gone, also when its end stays open", async () => {
  const sockets = ["/", "/-/elsewhere", "http://here/socket.io/"].map(ask);
  const answers = await Promise.all(sockets.map(async (socket) => String(await once(socket, "data"))));
  for (const answer of answers) expect(answer).toContain("404 Not Found");
  await until(async () => expect(await open()).toBe(0));
});

test("one that breaks off before it was answered, wherever it was, ends nothing else", async () => {
  let taken = 0;
  // Whoever takes it looks something up first.
  http.on("upgrade", (request) => (taken += request.url === "/socket.io/" ? 1 : 0));
  for (const path of ["/", "/socket.io/"])
    for (let i = 0; i < 20; i++) {
      const socket = ask(path);
      socket.once("connect", () => setTimeout(() => socket.resetAndDestroy(), i));
    }
  await until(() => expect(taken).toBeGreaterThan(0));
  await until(async () => expect(await open()).toBe(0));
});
