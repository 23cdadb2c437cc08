import type { Api, Model, Models } from "@earendil-works/pi-ai";
import type { ModelRoute } from "./harness.ts";

/** A route as pi needs it: the model with what the catalogue knows of it, and the collection that can call it. */
export type PiModel = { model: Model<Api>; models: Models };

/** What is assumed of a model no catalogue describes; most servers of such models are small ones. */
const custom = { contextWindow: 32_000, maxTokens: 4_096 };

/**
 * Resolves a route against the catalogue of its provider. A model the catalogue does not know yet is called as a
 * custom one would be: the provider says itself when it has no such model. Nothing is read from the environment.
 */
export async function piModelOf(route: ModelRoute): Promise<PiModel> {
  const [{ createModels, createProvider }, completions, responses, messages, known] = await Promise.all([
    import("@earendil-works/pi-ai"),
    import("@earendil-works/pi-ai/api/openai-completions.lazy"),
    import("@earendil-works/pi-ai/api/openai-responses.lazy"),
    import("@earendil-works/pi-ai/api/anthropic-messages.lazy"),
    catalogued(route),
  ]);
  const model: Model<Api> = {
    ...(known ?? assumed(route)),
    id: route.model,
    api: route.api,
    provider: route.provider,
    baseUrl: route.baseUrl,
  };
  const provider = createProvider<Api>({
    id: route.provider,
    auth: {
      apiKey: {
        name: "key",
        // A server without a key still gets a header: the SDKs insist on one.
        resolve: () => Promise.resolve({ auth: { apiKey: route.apiKey ?? "none" } }),
      },
    },
    models: [model],
    api: {
      "openai-completions": completions.openAICompletionsApi(),
      "openai-responses": responses.openAIResponsesApi(),
      "anthropic-messages": messages.anthropicMessagesApi(),
    },
  });
  const models = createModels();
  models.setProvider(provider);
  return { model, models };
}

/** The catalogue's entry for a provider's own model, or undefined. */
export async function catalogued({
  provider,
  model,
}: Pick<ModelRoute, "provider" | "model">): Promise<Model<Api> | undefined> {
  if (provider === "custom") return undefined;
  const all: readonly Model<Api>[] = Object.values(
    provider === "anthropic"
      ? (await import("@earendil-works/pi-ai/providers/anthropic.models")).ANTHROPIC_MODELS
      : (await import("@earendil-works/pi-ai/providers/openai.models")).OPENAI_MODELS,
  );
  return all.find(({ id }) => id === model);
}

function assumed({ model, api, provider, baseUrl }: ModelRoute): Model<Api> {
  return {
    id: model,
    name: model,
    api,
    provider,
    baseUrl,
    reasoning: false,
    input: ["text"],
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    ...custom,
    // Only what every server that speaks OpenAI's format understands.
    ...(api === "openai-completions"
      ? {
          compat: {
            supportsStore: false,
            supportsDeveloperRole: false,
            supportsReasoningEffort: false,
            maxTokensField: "max_tokens",
          },
        }
      : {}),
  };
}
