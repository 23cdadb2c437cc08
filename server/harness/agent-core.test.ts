import { systemClock } from "../base/clock.ts";
import { createAgentCore } from "./agent-core.ts";
import { describeHarness } from "./harness.contract.ts";

for (const api of ["openai-completions", "openai-responses", "anthropic-messages"] as const) {
  describeHarness({ api, create: () => createAgentCore({ clock: systemClock }) });
}
