import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { ConfigError, loadConfig } from "./config.ts";
import { isLoopback, isOrigin, originsOf } from "./origins.ts";
import { testVariables, variables, type Variable } from "./variables.ts";

function messageOf(env: Record<string, string>): string {
  try {
    loadConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return "accepted";
}

test("nothing configured starts on loopback with the embedded database and open sign-in", () => {
  expect(loadConfig({})).toMatchObject({
    host: "127.0.0.1",
    port: 8787,
    origins: [],
    dataDir: path.resolve(".data"),
    databaseUrl: undefined,
    redisUrl: undefined,
    authMode: "open",
    repositories: [path.resolve(".")],
    log: { level: "info", format: "json" },
    mode: "production",
    agent: "on",
    models: { model: undefined, custom: undefined, anthropic: undefined, openai: undefined },
  });
});

test("an empty value counts as unset", () => {
  const empty = Object.fromEntries(Object.keys(variables).map((name) => [name, " "]));
  expect(loadConfig(empty)).toEqual(loadConfig({}));
});

test(".env.example documents every variable with its default, and no other", () => {
  const text = readFileSync(new URL("../../.env.example", import.meta.url), "utf8");
  const documented = Object.fromEntries(
    [...text.matchAll(/^# ([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
  );
  const known = Object.entries(variables as Record<string, Variable>).map(([name, variable]) => [
    name,
    variable.default,
  ]);
  expect(documented).toEqual(Object.fromEntries([...known, ...testVariables.map((name) => [name, ""])]));
  expect(loadConfig(Object.fromEntries(known) as Record<string, string>)).toEqual(loadConfig({}));
});

test.each([
  ["PORT", "80a"],
  ["PORT", "65536"],
  ["PORT", "-1"],
  ["PORT", "1.5"],
  ["APP_ORIGIN", "chopin.example.com"],
  ["APP_ORIGIN", "https://chopin.example.com/path"],
  ["APP_ORIGIN", "https://a.example,ftp://b.example"],
  ["APP_ORIGIN", "https://user:pass@a.example"],
  ["REPOSITORIES", "/no/such/directory"],
  ["AUTH_MODE", "github"],
  ["LOG_LEVEL", "loud"],
  ["LOG_FORMAT", "xml"],
  ["NODE_ENV", "prod"],
  ["AGENT", "yes"],
  ["MODEL", "two words"],
  ["MODEL_BASE_URL", "localhost:11434"],
  ["OPENAI_BASE_URL", "file:///etc/passwd"],
  ["ANTHROPIC_BASE_URL", "https://"],
  ["SERVER_HOST", "0.0.0.0 "],
])(
  "%s=%s stops the start with one line that names it, what was given and what is accepted",
  (name, given) => {
    const message = messageOf({ [name]: given });
    expect(message).toContain(`${name} is ${JSON.stringify(given.trim())}`);
    expect(message).toContain("accepted: ");
    expect(message).not.toContain("\n");
  },
);

test.each(["DATABASE_URL", "REDIS_URL", "MODEL_API_KEY", "ANTHROPIC_API_KEY", "OPENAI_API_KEY"])(
  "a wrong %s is named and not shown",
  (name) => {
    const message = messageOf({ [name]: "hunter2 \n hunter2" });
    expect(message).toMatch(new RegExp(`^${name} is a value that is not shown here; accepted: .+$`));
    expect(message).not.toContain("hunter2");
  },
);

test("a long wrong value with line breaks still makes one short line", () => {
  const message = messageOf({ LOG_LEVEL: "x\n".repeat(10_000) });
  expect(message).not.toContain("\n");
  expect(message.length).toBeLessThan(500);
});

test.each(["0.0.0.0", "::", "192.168.1.5", "example.com", "localhost.example.com", "127.0.0.1.example.com"])(
  "open sign-in is refused on %s",
  (host) => {
    expect(messageOf({ SERVER_HOST: host })).toMatch(
      /^SERVER_HOST is .+AUTH_MODE is "open".+accepted: 127\.0\.0\.1/,
    );
  },
);

test.each(["127.0.0.1", "127.9.9.9", "::1", "localhost", "::ffff:127.0.0.1"])(
  "open sign-in is accepted on %s",
  (host) => {
    expect(loadConfig({ SERVER_HOST: host }).host).toBe(host);
  },
);

test("contradictions are refused", () => {
  expect(messageOf({ MODEL_BASE_URL: "http://127.0.0.1:11434/v1" })).toMatch(
    /^MODEL is unset while MODEL_BASE_URL is set/,
  );
  expect(messageOf({ MODEL_API_KEY: "key" })).toMatch(/^MODEL_BASE_URL is unset while MODEL_API_KEY is set/);
});

test("a model server, provider keys and addresses are read", () => {
  expect(
    loadConfig({
      MODEL: "qwen3:8b",
      MODEL_BASE_URL: "http://127.0.0.1:11434/v1",
      ANTHROPIC_API_KEY: "a-key",
      OPENAI_API_KEY: "o-key",
      OPENAI_BASE_URL: "http://127.0.0.1:9/v1",
    }).models,
  ).toEqual({
    model: "qwen3:8b",
    custom: { baseUrl: "http://127.0.0.1:11434/v1", apiKey: undefined },
    anthropic: { apiKey: "a-key", baseUrl: "https://api.anthropic.com" },
    openai: { apiKey: "o-key", baseUrl: "http://127.0.0.1:9/v1" },
  });
});

test("repositories are separated by commas or line breaks and made absolute", () => {
  const one = mkdtempSync(path.join(tmpdir(), "chopin-config-"));
  expect(loadConfig({ REPOSITORIES: `${one}, server\n\napp,` }).repositories).toEqual([
    one,
    path.resolve("server"),
    path.resolve("app"),
  ]);
  rmSync(one, { recursive: true });
});

test("a loopback server is reached by each of its names, any other only by those given", () => {
  const own = originsOf({ host: "127.0.0.1", port: 8787, given: [] });
  expect(own.origin).toBe("http://127.0.0.1:8787");
  expect([...own.hosts]).toEqual(["127.0.0.1:8787", "localhost:8787", "[::1]:8787"]);
  const given = originsOf({
    host: "10.0.0.1",
    port: 80,
    given: ["https://Chopin.example.com", "https://b.example:8443"],
  });
  expect(given.origin).toBe("https://chopin.example.com");
  expect([...given.allowed]).toEqual([
    "https://chopin.example.com",
    "https://b.example:8443",
    "http://10.0.0.1",
  ]);
  expect([...given.hosts]).toEqual(["chopin.example.com", "b.example:8443", "10.0.0.1"]);
  expect(isLoopback("")).toBe(false);
  expect(isOrigin("https://a.example/")).toBe(false);
});
