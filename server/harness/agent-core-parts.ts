import type { HarnessV1StreamPart } from "@ai-sdk/harness";
import type { AgentEvent } from "@earendil-works/pi-agent-core";
import type { Usage } from "@chopin/protocol/parts";
import { addUsage, noUsage } from "./usage.ts";

type ContractUsage = Extract<HarnessV1StreamPart, { type: "finish" }>["totalUsage"];

/** Turns the events of pi's agent into the contract's parts. Ids of text blocks are unique within the turn. */
export function createTranslation({
  emit,
  ran,
  usage,
}: {
  emit: (part: HarnessV1StreamPart) => void;
  /** Whether the host ran this call; one it did not run never reached a tool, and is told here. */
  ran: (toolCallId: string) => boolean;
  /** What the newest response took. */
  usage: () => Usage | undefined;
}) {
  let block: { type: "text" | "reasoning"; id: string } | null = null;
  let count = 0;
  let total = noUsage;
  let calledTools = false;

  function close(): void {
    if (block !== null) emit({ type: `${block.type}-end`, id: block.id });
    block = null;
  }

  function write(type: "text" | "reasoning", delta: string): void {
    if (block?.type !== type) {
      close();
      block = { type, id: `${type}-${count++}` };
      emit({ type: `${type}-start`, id: block.id });
    }
    if (delta !== "") emit({ type: `${type}-delta`, id: block.id, delta });
  }

  return {
    take(event: AgentEvent): void {
      if (event.type === "message_update") {
        const update = event.assistantMessageEvent;
        if (update.type === "text_delta") write("text", update.delta);
        if (update.type === "thinking_delta") write("reasoning", update.delta);
        if (update.type === "text_end" || update.type === "thinking_end") close();
      }
      if (event.type === "message_end") close();
      if (event.type === "tool_execution_end") {
        calledTools = true;
        if (!ran(event.toolCallId)) reportUnrun(event);
      }
      if (event.type === "turn_end") {
        const step = usage() ?? noUsage;
        total = addUsage(total, step);
        emit({
          type: "finish-step",
          finishReason: { unified: calledTools ? "tool-calls" : "stop", raw: undefined },
          usage: contractUsage(step),
        });
        calledTools = false;
      }
    },

    finish(): void {
      close();
      emit({
        type: "finish",
        finishReason: { unified: "stop", raw: undefined },
        totalUsage: contractUsage(total),
      });
    },
  };

  function reportUnrun(event: Extract<AgentEvent, { type: "tool_execution_end" }>): void {
    const { toolCallId, toolName } = event;
    const content = (event.result as { content?: { text?: string }[] }).content ?? [];
    const text = content.map((part) => part.text ?? "").join("");
    emit({ type: "tool-call", toolCallId, toolName, input: "{}", providerExecuted: true, dynamic: true });
    emit({ type: "tool-result", toolCallId, toolName, result: text, isError: true, dynamic: true });
  }
}

/** The contract has no place to mark an estimate; `raw` carries it. */
function contractUsage(usage: Usage): ContractUsage {
  return {
    inputTokens: {
      total: usage.inputTokens,
      noCache: usage.inputTokens - usage.cachedInputTokens,
      cacheRead: usage.cachedInputTokens,
      cacheWrite: undefined,
    },
    outputTokens: {
      total: usage.outputTokens,
      text: usage.outputTokens - usage.reasoningTokens,
      reasoning: usage.reasoningTokens,
    },
    raw: { estimated: usage.estimated },
  };
}
