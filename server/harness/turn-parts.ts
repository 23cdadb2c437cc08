import type { HarnessV1, HarnessV1StreamPart } from "@ai-sdk/harness";
import type { Usage } from "@chopin/protocol/parts";
import type { HarnessPart } from "./harness.ts";

/**
 * Hands every part that `adapter` emits to `see` as well, at once. The AI SDK's agent holds tool results back until
 * a step is finished, and a person watches meanwhile.
 */
export function watched<Adapter extends HarnessV1>(
  adapter: Adapter,
  see: (part: HarnessV1StreamPart) => void,
): Adapter {
  return {
    ...adapter,
    async doStart(options) {
      const session = await adapter.doStart(options);
      return {
        ...session,
        doPromptTurn: (turn) =>
          session.doPromptTurn({
            ...turn,
            emit(part) {
              see(part);
              turn.emit(part);
            },
          }),
      };
    },
  };
}

/** Translates the contract's parts into ours; null for what has none, and for calls that a host tool tells itself. */
export function createPartTranslation({ now }: { now: () => Date }) {
  const offsets = new Map<string, number>();
  const started = new Map<string, number>();

  return (part: HarnessV1StreamPart): HarnessPart | null => {
    switch (part.type) {
      case "stream-start":
        return part.modelId === undefined ? { type: part.type } : { type: part.type, modelId: part.modelId };
      case "text-start":
      case "reasoning-start":
      case "text-end":
      case "reasoning-end":
        return { type: part.type, id: part.id };
      case "text-delta":
      case "reasoning-delta": {
        const offset = offsets.get(part.id) ?? 0;
        offsets.set(part.id, offset + part.delta.length);
        return { type: part.type, id: part.id, offset, delta: part.delta };
      }
      case "tool-call":
        if (part.providerExecuted !== true) return null;
        started.set(part.toolCallId, now().getTime());
        return {
          type: "tool-call",
          toolCallId: part.toolCallId,
          toolName: part.toolName,
          input: {},
          at: now().toISOString(),
        };
      case "tool-result": {
        const start = started.get(part.toolCallId);
        if (start === undefined) return null;
        return {
          type: "tool-result",
          toolCallId: part.toolCallId,
          toolName: part.toolName,
          result: shownResult(typeof part.result === "string" ? part.result : JSON.stringify(part.result)),
          isError: part.isError === true,
          tookMs: now().getTime() - start,
        };
      }
      case "finish-step":
        return { type: "finish-step", usage: ourUsage(part.usage) };
      case "finish":
        return { type: "finish", usage: ourUsage(part.totalUsage) };
      default:
        return null;
    }
  };
}

/** What the page is given of a result: the first 4,000 characters. */
export function shownResult(text: string): string {
  return text.length <= 4000 ? text : `${text.slice(0, 3999).toWellFormed()}…`;
}

/** What the page is given of an input: all of it, or where its JSON passes 4,000 characters the beginning of that. */
export function shownInput(input: unknown): unknown {
  const json = JSON.stringify(input) ?? "null";
  return json.length <= 4000 ? input : { shortened: shownResult(json) };
}

type ContractUsage = Extract<HarnessV1StreamPart, { type: "finish" }>["totalUsage"];

function ourUsage({ inputTokens, outputTokens, raw }: ContractUsage): Usage {
  return {
    inputTokens: inputTokens.total ?? 0,
    cachedInputTokens: inputTokens.cacheRead ?? 0,
    outputTokens: outputTokens.total ?? 0,
    reasoningTokens: outputTokens.reasoning ?? 0,
    estimated: raw?.["estimated"] === true,
  };
}
