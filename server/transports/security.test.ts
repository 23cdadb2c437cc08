import { expect, test } from "vitest";
import { originsOf } from "../base/origins.ts";
import { createNonce, isAllowedHost, isAllowedOrigin, refusalOf, securityHeaders } from "./security.ts";

const local = originsOf({ host: "127.0.0.1", port: 8787, given: [] });
const hosted = originsOf({ host: "127.0.0.1", port: 8787, given: ["https://docs.example.org"] });

const own = { host: "127.0.0.1:8787", origin: "http://127.0.0.1:8787" };

test("a page that rebinds its own name to this machine is refused", () => {
  for (const host of ["evil.example:8787", "127.0.0.1.evil.example:8787", "127.0.0.1:9999", "", undefined]) {
    expect(isAllowedHost(host, local), String(host)).toBe(false);
    expect(refusalOf({ method: "GET", headers: { host } }, local)?.status).toBe(421);
  }
});

test("every spelling of loopback is this server, in any case", () => {
  for (const host of ["127.0.0.1:8787", "localhost:8787", "LOCALHOST:8787", "[::1]:8787"])
    expect(isAllowedHost(host, local), host).toBe(true);
});

test("a change needs the Origin of our own pages; a missing one and null are foreign", () => {
  for (const method of ["POST", "PUT", "PATCH", "DELETE", "PROPFIND"]) {
    for (const origin of [undefined, "null", "https://evil.example", "http://127.0.0.1:9999"])
      expect(
        refusalOf({ method, headers: { ...own, origin } }, local)?.status,
        `${method} from ${origin}`,
      ).toBe(403);
    expect(refusalOf({ method, headers: own }, local)).toBeNull();
  }
});

test("reading needs no Origin", () => {
  for (const method of ["GET", "HEAD", "OPTIONS"])
    expect(refusalOf({ method, headers: { host: own.host } }, local)).toBeNull();
});

test("the public origin is accepted over https only, as it was named", () => {
  expect(isAllowedOrigin("https://docs.example.org", hosted)).toBe(true);
  expect(isAllowedOrigin("http://docs.example.org", hosted)).toBe(false);
  expect(isAllowedHost("docs.example.org", hosted)).toBe(true);
});

test("a script runs by the nonce of its own response and by nothing else", () => {
  const nonce = createNonce();
  const headers = securityHeaders({ nonce, development: false, https: false });
  const policy = new Map(
    headers["Content-Security-Policy"].split("; ").map((rule) => {
      const [name = "", ...sources] = rule.split(" ");
      return [name, sources];
    }),
  );
  expect(policy.get("script-src")).toEqual(["'self'", `'nonce-${nonce}'`]);
  expect(policy.get("default-src")).toEqual(["'none'"]);
  expect(policy.get("frame-ancestors")).toEqual(["'none'"]);
  expect(policy.get("base-uri")).toEqual(["'none'"]);
  expect([...policy].filter(([, sources]) => sources.includes("'unsafe-inline'"))).toEqual([
    ["style-src-attr", ["'unsafe-inline'"]],
  ]);
  expect(headers["Content-Security-Policy"]).not.toContain("unsafe-eval");
});

test("no two responses share a nonce", () => {
  expect(new Set(Array.from({ length: 1_000 }, createNonce)).size).toBe(1_000);
});

test("browsers are told to come back by https only where people come by https", () => {
  const options = { nonce: "n", development: false };
  expect(securityHeaders({ ...options, https: false })).not.toHaveProperty("Strict-Transport-Security");
  expect(securityHeaders({ ...options, https: true })).toHaveProperty("Strict-Transport-Security");
});
