import { expect, test } from "vitest";
import { createLog, type Log } from "./log.ts";

function capture(format: "json" | "pretty" = "json"): { log: Log; text(): string } {
  const lines: string[] = [];
  return {
    log: createLog({ level: "debug", format, destination: { write: (line) => lines.push(line) } }),
    text: () => lines.join(""),
  };
}

test("a line carries its level, time, message and data", () => {
  const { log, text } = capture();
  log.child({ document: "d1" }).info("saved", { version: 3 });
  expect(JSON.parse(text())).toMatchObject({ level: "info", msg: "saved", document: "d1", version: 3 });
});

test("secrets are masked, by name at any depth and by shape inside text", () => {
  const { log, text } = capture();
  const error = Object.assign(new Error("connect postgres://ada:hunter2@db/chopin failed"), {
    cause: new Error("Authorization: Bearer hunter2hunter2"),
    parameters: ["hunter2"],
  });
  const circular: Record<string, unknown> = { apiKey: "hunter2" };
  circular["self"] = circular;
  log.error("failed with sk-hunter2hunter2", {
    token: "hunter2",
    headers: { Authorization: "hunter2", cookie: "hunter2", "x-api-key": "hunter2" },
    settings: [{ OPENAI_API_KEY: "hunter2", clientSecret: "hunter2", password: "hunter2" }],
    url: "redis://:hunter2@127.0.0.1:6379",
    key: "ghp_hunter2hunter2",
    error,
    circular,
    big: 10n,
  });
  log.child({ accessToken: "hunter2" }).warn("child");
  expect(text()).not.toContain("hunter2");
  expect(text()).toContain("postgres://ada:***@db/chopin");
});

test("what only sounds like a secret stays readable", () => {
  const { log, text } = capture();
  log.info("turn", { tokens: 12, key: "ArrowUp", inputTokens: 3, model: "m" });
  expect(JSON.parse(text())).toMatchObject({ key: "ArrowUp", inputTokens: 3, model: "m" });
});

test("a readable line has the same in another form", () => {
  const { log, text } = capture("pretty");
  log.warn("slow", { milliseconds: 12 });
  expect(text()).toMatch(/^\d\d:\d\d:\d\d\.\d{3} WARN {2}slow \{"milliseconds":12\}\n$/);
});
