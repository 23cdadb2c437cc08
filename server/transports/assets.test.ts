import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { serveBuild } from "./assets.ts";

let directory: string;
let server: ReturnType<typeof createServer>;
let origin: string;
beforeEach(async () => {
  directory = mkdtempSync(path.join(tmpdir(), "chopin-assets-"));
  mkdirSync(path.join(directory, "assets"));
  for (const file of ["assets/a-1.js", "assets/b-1.js", "icon.svg"])
    writeFileSync(path.join(directory, file), file);
  const serve = serveBuild(directory);
  server = createServer((request, response) => serve(request, response, () => response.end("a page")));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(directory, { recursive: true, force: true });
});

const get = (file: string) =>
  fetch(`${origin}/${file}`).then(async (answer) => [answer.status, await answer.text()]);

test("files of the build are served, a missing one with a hash is 404, and the rest are pages", async () => {
  expect(await get("assets/a-1.js")).toEqual([200, "assets/a-1.js"]);
  expect(await get("icon.svg")).toEqual([200, "icon.svg"]);
  expect(await get("assets/gone-1.js")).toEqual([404, "Not found"]);
  expect(await get("octo-org/score")).toEqual([200, "a page"]);
});

test("a file that goes away while the server runs ends its own request and nothing else", async () => {
  rmSync(path.join(directory, "assets/a-1.js"));
  rmSync(path.join(directory, "icon.svg"));
  await expect(get("assets/a-1.js")).rejects.toThrow();
  await expect(get("icon.svg")).rejects.toThrow();
  expect(await get("assets/b-1.js")).toEqual([200, "assets/b-1.js"]);
});
