import { systemClock } from "../base/clock.ts";
import { createAgentCore } from "./agent-core.ts";
import { describeHarness } from "./harness.contract.ts";

const models = [
  { provider: "custom", api: "openai-completions", name: "scripted" },
  { provider: "openai", api: "openai-responses", name: "gpt-6.2-sol" },
  { provider: "openai", api: "openai-responses", name: "unheard-of" },
  { provider: "anthropic", api: "anthropic-messages", name: "claude-sonnet-5-5" },
] as const;

for (const model of models) {
  describeHarness({ ...model, create: () => createAgentCore({ clock: systemClock }) });
}
