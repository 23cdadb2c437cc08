import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "..");
let directory: string;

beforeAll(() => {
  directory = mkdtempSync(path.join(tmpdir(), "chopin-main-"));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** Starts the server's own entry with nothing in its environment but what is given, until it leaves. */
function start(environment: Record<string, string>): Promise<{ code: number | null; said: string }> {
  const dataDir = path.join(directory, "data");
  const child = spawn(process.execPath, ["server/main.ts"], {
    cwd: root,
    env: {
      PATH: process.env["PATH"] ?? "",
      DATA_DIR: dataDir,
      REPOSITORIES: root,
      PORT: "0",
      ...environment,
    },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (bytes: Buffer) => (said += bytes.toString()));
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, said: said.trim() })));
}

test.each([
  ["PORT", { PORT: "eighty" }, "eighty"],
  ["SERVER_HOST", { SERVER_HOST: "0.0.0.0" }, "0.0.0.0"],
  ["AUTH_MODE", { AUTH_MODE: "everyone" }, "everyone"],
  ["APP_ORIGIN", { APP_ORIGIN: "docs.example.org/plans" }, "docs.example.org/plans"],
  ["DATABASE_URL", { DATABASE_URL: "mysql://somewhere/else" }, undefined],
])("a wrong %s stops the start with one line and touches nothing", async (variable, environment, given) => {
  const { code, said } = await start(environment);
  expect(code).toBe(1);
  expect(said.split("\n")).toHaveLength(1);
  expect(said).toContain(variable);
  expect(said).toContain("accepted:");
  if (given) expect(said).toContain(given);
  expect(existsSync(path.join(directory, "data"))).toBe(false);
});

test("a database that does not answer stops the start with one line that shows no password", async () => {
  const { code, said } = await start({ DATABASE_URL: "postgres://chopin:hunter2@127.0.0.1:1/chopin" });
  expect(code).toBe(1);
  expect(said.split("\n")).toHaveLength(1);
  expect(said).not.toContain("hunter2");
});

test("a taken port stops the start with one line that names it", async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const { port } = other.address() as AddressInfo;
  const { code, said } = await start({ PORT: String(port) });
  await new Promise((resolve) => other.close(resolve));
  expect(code).toBe(1);
  expect(said.split("\n")).toHaveLength(1);
  expect(said).toContain(`PORT ${port}`);
});
