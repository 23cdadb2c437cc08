import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openHealth } from "./health.ts";
import type { Health } from "./health.ts";

let http: Server;
let health: Health;
let database: () => Promise<boolean>;

beforeEach(async () => {
  database = async () => true;
  health = openHealth({ ready: () => database() });
  http = createServer((request, response) => {
    if (!health.handle(request, response)) response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
});
afterEach(() => http.close());

async function status(where: string): Promise<number> {
  return (await fetch(`http://127.0.0.1:${(http.address() as AddressInfo).port}${where}`)).status;
}

test("a process whose database answers is alive and ready", async () => {
  expect([await status("/healthz"), await status("/readyz")]).toEqual([200, 200]);
});

test.each([
  ["says no", async () => false],
  ["fails", () => Promise.reject(new Error("gone"))],
  ["does not answer", () => new Promise<boolean>(() => {})],
])("a database that %s makes it not ready, and it still lives", async (_, answer) => {
  database = answer;
  expect([await status("/healthz"), await status("/readyz")]).toEqual([200, 503]);
});

test("a process that leaves sends newcomers elsewhere", async () => {
  health.leaving();
  expect(await status("/readyz")).toBe(503);
});

test("other addresses are not health's", async () => {
  expect(await status("/healthzz")).toBe(404);
});
