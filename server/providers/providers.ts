import type { PlannerReadiness } from "@chopin/protocol/chat";
import type { Config, ModelSettings } from "../base/config.ts";
import type { Principal } from "../base/principal.ts";
import type { ModelRoute } from "../harness/harness.ts";

/** Used where `MODEL` names none. The catalogue of the harness knows both. */
export const defaultModels = { anthropic: "claude-sonnet-5-5", openai: "gpt-6.2-sol" } as const;

/** What to set, any one of them, as Chat says it where there is no model. */
const acceptedSettings = ["ANTHROPIC_API_KEY", "OPENAI_API_KEY", "MODEL_BASE_URL + MODEL"] as const;

export type RouteResult =
  | { ok: true; route: ModelRoute }
  | { ok: false; reason: "no-model" | "off"; accepts: string[] };

export type Providers = ReturnType<typeof createProviders>;

/** Which model the Planner uses: the one the environment names. */
export function createProviders({ config }: { config: Pick<Config, "agent" | "models"> }) {
  const route = routeOf(config.models);

  return {
    /** Whether the Planner can work, with the model's name, or exactly what to set. */
    readiness(): PlannerReadiness {
      if (config.agent === "off") return { ready: false, reason: "off", accepts: [] };
      if (route === null) return { ready: false, reason: "no-model", accepts: [...acceptedSettings] };
      return { ready: true, model: route.model };
    },

    /** How the model is reached for this principal. The route carries the key: it goes to the harness only. */
    route(_principal: Principal): RouteResult {
      if (config.agent === "off") return { ok: false, reason: "off", accepts: [] };
      if (route === null) return { ok: false, reason: "no-model", accepts: [...acceptedSettings] };
      return { ok: true, route };
    },
  };
}

/** An address of one's own comes first: whoever sets one means it. */
function routeOf({ model, custom, anthropic, openai }: ModelSettings): ModelRoute | null {
  if (custom !== undefined && model !== undefined) {
    return { provider: "custom", api: "openai-completions", model, ...custom };
  }
  if (anthropic !== undefined) {
    return {
      provider: "anthropic",
      api: "anthropic-messages",
      model: model ?? defaultModels.anthropic,
      ...anthropic,
    };
  }
  if (openai !== undefined) {
    return { provider: "openai", api: "openai-responses", model: model ?? defaultModels.openai, ...openai };
  }
  return null;
}
