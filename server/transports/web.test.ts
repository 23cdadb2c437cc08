import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request as ask } from "node:http";
import type { IncomingHttpHeaders, Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadConfig } from "../base/config.ts";
import { silentLog } from "../base/log.ts";
import { originsOf } from "../base/origins.ts";
import { createServices } from "../services.ts";
import type { Services } from "../services.ts";
import { openWeb } from "./web.ts";
import type { Web } from "./web.ts";

/** Stands for the built pages: says who asks and what came, or fails. */
const PAGES = `
export async function respond(request, services, visit) {
  const { pathname } = new URL(request.url);
  if (pathname === "/fails") throw new Error("secret of the inside");
  const login = await visit.login();
  const body = JSON.stringify({ name: login?.person.name ?? null, nonce: visit.nonce, got: (await request.text()).length });
  return new Response(body, { headers: { "Content-Type": "application/json" } });
}`;

let root: string;
let services: Services;
let http: Server;
let web: Web;
let port: number;
const faults: unknown[] = [];

beforeAll(async () => {
  root = mkdtempSync(path.join(tmpdir(), "chopin-web-"));
  mkdirSync(path.join(root, "server"));
  mkdirSync(path.join(root, "client/assets"), { recursive: true });
  writeFileSync(path.join(root, "package.json"), '{"type":"module"}');
  writeFileSync(path.join(root, "server/index.js"), PAGES);
  writeFileSync(path.join(root, "client/assets/page-abc123.js"), "export {};");
  writeFileSync(path.join(root, "secret.txt"), "not for the web");
  const config = loadConfig({ DATA_DIR: path.join(root, "data"), REPOSITORIES: root });
  services = await createServices({ config, log: silentLog });
  http = createServer();
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  port = (http.address() as AddressInfo).port;
  web = await openWeb({
    services,
    http,
    origins: originsOf({ host: "127.0.0.1", port, given: [] }),
    root,
    development: false,
    onFault: (error) => faults.push(error),
  });
  http.on("request", (request, response) => web.handle(request, response));
});
afterAll(async () => {
  http.closeAllConnections();
  await new Promise((resolve) => http.close(resolve));
  await web.close();
  await services.close();
  rmSync(root, { recursive: true, force: true });
});

const FORM = "application/x-www-form-urlencoded";

type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer };

/** Sends exactly these headers; `fetch` would set Host and Origin by itself. */
function send(
  where: string,
  {
    method = "GET",
    headers = {},
    body,
  }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const given = method === "POST" ? { "content-type": FORM, ...headers } : headers;
    const sent = ask({ host: "127.0.0.1", port, path: where, method, headers: given }, (response) => {
      const pieces: Buffer[] = [];
      response.on("data", (piece: Buffer) => pieces.push(piece));
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(pieces) }),
      );
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

const json = (answer: Answer): unknown => JSON.parse(answer.body.toString());

test("a foreign Host reaches neither pages nor assets", async () => {
  for (const where of ["/", "/assets/page-abc123.js"])
    expect((await send(where, { headers: { host: "evil.example" } })).status).toBe(421);
});

test("a form of another origin changes nothing; one of ours is taken", async () => {
  const post = (origin?: string) =>
    send("/-/welcome", { method: "POST", headers: origin ? { origin } : {}, body: "name=Ada" });
  expect((await post("https://evil.example")).status).toBe(403);
  expect((await post("null")).status).toBe(403);
  expect((await post()).status).toBe(403);
  expect((await post(`http://127.0.0.1:${port}`)).status).toBe(200);
});

test("a body too large, or one that does not say its length, is refused unread", async () => {
  const headers = { origin: `http://127.0.0.1:${port}` };
  const large = await send("/", { method: "POST", headers: { ...headers, "content-length": "1048577" } });
  expect(large.status).toBe(413);
  const chunked = { ...headers, "transfer-encoding": "chunked" };
  expect((await send("/", { method: "POST", headers: chunked, body: "x" })).status).toBe(411);
  const whole = await send("/", { method: "POST", headers, body: "x".repeat(300 * 1024) });
  expect(json(whole)).toMatchObject({ got: 300 * 1024 });
});

test("a form that is none, or breaks off, is the sender's mistake", async () => {
  const post = (type: string, body: string) =>
    send("/-/welcome", {
      method: "POST",
      headers: {
        origin: `http://127.0.0.1:${port}`,
        "content-type": type,
        "content-length": `${body.length}`,
      },
      body,
    });
  for (const [type, body] of [
    ["application/json", '{"name":'],
    ["application/json", "{}"],
    ["text/plain", "name=Ada"],
    ["multipart/form-data; boundary=x", "broken"],
    ["multipart/form-data", "--x"],
    ["", ""],
  ] as const)
    expect((await post(type, body)).status, `${type} ${body}`).toBe(400);
  expect((await post(`${FORM};charset=UTF-8`, "name=%00%zz")).status).toBe(200);
  expect((await post("multipart/form-data; boundary=x", "--x--\r\n")).status).toBe(200);
});

test("an address may be whole when it is ours; one of elsewhere, or none at all, is refused", async () => {
  expect((await send(`http://127.0.0.1:${port}/-/welcome?a=b`)).status).toBe(200);
  expect((await send(`http://127.0.0.1:${port}/assets/page-abc123.js`)).status).toBe(200);
  expect((await send("http://evil.example/-/welcome")).status).toBe(421);
  for (const where of [
    "//evil.example/",
    "http://",
    "*",
    "ftp://127.0.0.1/",
    "/octo-org/score/%00",
    "/?q=%00",
    `http://127.0.0.1:${port}//evil.example/`,
  ])
    expect((await send(where)).status, where).toBe(400);
});

test("a method that no page can be asked with is refused, and no fault", async () => {
  const headers = { origin: `http://127.0.0.1:${port}` };
  expect((await send("/", { method: "TRACE", headers })).status).toBe(405);
});

test("a page is given the nonce of its own policy, and the next page another", async () => {
  const answers = [await send("/"), await send("/")];
  const nonces = answers.map((answer) => (json(answer) as { nonce: string }).nonce);
  for (const [index, answer] of answers.entries())
    expect(answer.headers["content-security-policy"]).toContain(`'nonce-${nonces[index]}'`);
  expect(nonces[0]).not.toBe(nonces[1]);
});

test("assets carry the headers too, never change, and nothing outside them is served", async () => {
  const asset = await send("/assets/page-abc123.js");
  expect(asset.headers["cache-control"]).toContain("immutable");
  expect(asset.headers["x-content-type-options"]).toBe("nosniff");
  expect((await send("/assets/gone-000000.js")).status).toBe(404);
  for (const where of ["/../secret.txt", "/assets/../../secret.txt", "/assets/..%2f..%2fsecret.txt"])
    expect((await send(where)).body.toString(), where).not.toContain("not for the web");
});

test("the cookie says who asks; an unknown one is nobody", async () => {
  const joined = await services.accounts.join({ name: "Ada" });
  if (!joined.ok) throw new Error(joined.reason);
  const as = async (token: string) => json(await send("/", { headers: { cookie: `chopin_login=${token}` } }));
  expect(await as(joined.token)).toMatchObject({ name: "Ada" });
  expect(await as("x".repeat(43))).toMatchObject({ name: null });
});

test("a failing page tells the log what happened and the visitor nothing of it", async () => {
  const answer = await send("/fails");
  expect(answer.status).toBe(500);
  expect(answer.body.toString()).not.toContain("secret of the inside");
  expect(String(faults.at(-1))).toContain("secret of the inside");
});

test("a page is compressed for whoever takes it", async () => {
  const body = "x".repeat(4_000);
  const origin = `http://127.0.0.1:${port}`;
  const answer = await send("/", { method: "POST", headers: { origin, "accept-encoding": "gzip" }, body });
  const plain = answer.headers["content-encoding"] === "gzip" ? gunzipSync(answer.body) : answer.body;
  expect(JSON.parse(plain.toString())).toMatchObject({ got: 4_000 });
});
