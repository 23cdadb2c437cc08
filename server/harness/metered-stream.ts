import type { StreamFn } from "@earendil-works/pi-agent-core";
import type { Api, AssistantMessage, Model } from "@earendil-works/pi-ai";
import type { Usage } from "@chopin/protocol/parts";
import type { HarnessTurn } from "./harness.ts";
import type { PiModel } from "./agent-core-model.ts";
import { tokensOf } from "./usage.ts";

/** What one response came to. */
export type Response = { usage: Usage; status: number | null };

export type MeteredStream = {
  stream: StreamFn;
  /** What the newest response took and the HTTP status it had; null before the first and where none was sent. */
  last(): Response | null;
  /** The reason why a response was not allowed, when one was not. */
  refusal(): string | null;
  /** Resolves when everything that was reserved is settled. */
  settled(): Promise<void>;
};

/**
 * Calls the model with a reservation before each response and a settlement after it. What a provider reports is taken
 * as it is; where a response was cut, and for whatever it leaves out, the numbers are an estimate and marked so. A
 * response that was refused before it began takes nothing.
 */
export async function meteredStream({
  turn,
  pi: { model, models },
}: {
  turn: Pick<HarnessTurn, "reserve" | "settle">;
  pi: PiModel;
}): Promise<MeteredStream> {
  const { createAssistantMessageEventStream } = await import("@earendil-works/pi-ai");
  const settlements: Promise<void>[] = [];
  let last: Response | null = null;
  let refusal: string | null = null;

  return {
    last: () => last,
    refusal: () => refusal,
    async settled() {
      await Promise.all(settlements);
    },
    async stream(_model, context, options) {
      const input = tokensOf(JSON.stringify(context.messages).length);
      const allowed = await turn.reserve({ inputTokens: input, outputTokens: model.maxTokens });
      if (!allowed.ok) {
        refusal = allowed.reason;
        last = null;
        const refused = createAssistantMessageEventStream();
        refused.push({ type: "error", reason: "error", error: refusedMessage(model, allowed.reason) });
        return refused;
      }
      let status: number | null = null;
      const stream = models.streamSimple(model, context, {
        ...options,
        fetch: async (address, init) => {
          const response = await fetch(address, init);
          status = response.status;
          return response;
        },
      });
      const settle = async (): Promise<void> => {
        const usage = usageOf({ message: await stream.result(), input, status });
        last = { usage, status };
        await turn.settle(allowed.reservation, usage);
      };
      const settlement = settle();
      // Awaited in `settled`; until then a failure must not count as unhandled.
      settlement.catch(() => undefined);
      settlements.push(settlement);
      return stream;
    },
  };
}

function usageOf({
  message,
  input,
  status,
}: {
  message: AssistantMessage;
  input: number;
  status: number | null;
}): Usage {
  const reported = message.usage;
  const inputTokens = reported.input + reported.cacheRead + reported.cacheWrite;
  const complete = message.stopReason !== "error" && message.stopReason !== "aborted";
  const base = { cachedInputTokens: reported.cacheRead, reasoningTokens: reported.reasoning ?? 0 };
  if (complete && inputTokens > 0) {
    return { ...base, inputTokens, outputTokens: reported.output, estimated: false };
  }
  // Refused before the model began, or nobody was there.
  if (!complete && (status ?? 500) >= 400 && message.content.length === 0) {
    return { ...base, inputTokens, outputTokens: reported.output, estimated: false };
  }
  const written = tokensOf(JSON.stringify(message.content).length);
  return {
    ...base,
    inputTokens: Math.max(inputTokens, input),
    outputTokens: Math.max(reported.output, written),
    estimated: true,
  };
}

function refusedMessage(model: Model<Api>, reason: string): AssistantMessage {
  return {
    role: "assistant",
    content: [],
    api: model.api,
    provider: model.provider,
    model: model.id,
    usage: {
      input: 0,
      output: 0,
      cacheRead: 0,
      cacheWrite: 0,
      totalTokens: 0,
      cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
    },
    stopReason: "error",
    errorMessage: reason,
    timestamp: Date.now(),
  };
}
