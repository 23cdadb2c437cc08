import { expect, test } from "vitest";
import { loadConfig } from "../base/config.ts";
import { catalogued } from "../harness/agent-core-model.ts";
import { createProviders, defaultModels } from "./providers.ts";

const providersOf = (env: Record<string, string>) =>
  createProviders({ config: loadConfig({ REPOSITORIES: ".", ...env }) });
const somebody = { person: "p", via: "planner" } as const;

test("Without a model it says what to set", () => {
  const providers = providersOf({});
  expect(providers.readiness()).toEqual({
    ready: false,
    reason: "no-model",
    accepts: ["ANTHROPIC_API_KEY", "OPENAI_API_KEY", "MODEL_BASE_URL + MODEL"],
  });
  expect(providers.route(somebody)).toMatchObject({ ok: false, reason: "no-model" });
});

test("AGENT=off keeps the Planner off whatever else is set", () => {
  const providers = providersOf({ AGENT: "off", OPENAI_API_KEY: "k" });
  expect(providers.readiness()).toMatchObject({ ready: false, reason: "off" });
  expect(providers.route(somebody)).toMatchObject({ ok: false, reason: "off" });
});

test.each([
  [{ ANTHROPIC_API_KEY: "k" }, "anthropic-messages", "https://api.anthropic.com"],
  [{ OPENAI_API_KEY: "k" }, "openai-responses", "https://api.openai.com/v1"],
  [
    { MODEL_BASE_URL: "http://127.0.0.1:11434/v1", MODEL: "qwen" },
    "openai-completions",
    "http://127.0.0.1:11434/v1",
  ],
])("%o is reached over %s at %s", (env, api, baseUrl) => {
  expect(providersOf(env).route(somebody)).toMatchObject({ ok: true, route: { api, baseUrl } });
});

test.each(["anthropic", "openai"] as const)(
  "The default model of %s is in the catalogue",
  async (provider) => {
    expect(await catalogued({ provider, model: defaultModels[provider] })).toBeDefined();
  },
);
