import type { HarnessV1PromptControl, HarnessV1StreamPart, HarnessV1ToolSpec } from "@ai-sdk/harness";
import type { AgentTool, AgentToolResult } from "@earendil-works/pi-agent-core";

type Submission = Parameters<HarnessV1PromptControl["submitToolResult"]>[0];

export type HostTools = {
  list: AgentTool[];
  /** Whether the host was asked to run this call. */
  ran(toolCallId: string): boolean;
  /** Hands in what the host's tool gave. */
  answer(result: Submission): void;
  /** Ends every call that still waits. */
  abandon(): void;
};

/** The host's tools as pi's agent runs them: each call is emitted and waits until its result is handed in. */
export function hostTools({
  specs,
  emit,
}: {
  specs: readonly HarnessV1ToolSpec[];
  emit: (part: HarnessV1StreamPart) => void;
}): HostTools {
  const waiting = new Map<string, (result: AgentToolResult) => void>();
  const asked = new Set<string>();

  return {
    list: specs.map((spec) => ({
      name: spec.name,
      label: spec.name,
      description: spec.description ?? "",
      parameters: spec.inputSchema ?? { type: "object", properties: {} },
      execute: (toolCallId, input: unknown) =>
        new Promise<AgentToolResult>((resolve) => {
          asked.add(toolCallId);
          waiting.set(toolCallId, resolve);
          emit({ type: "tool-call", toolCallId, toolName: spec.name, input: JSON.stringify(input ?? {}) });
        }),
    })),
    ran: (toolCallId) => asked.has(toolCallId),
    answer({ toolCallId, output, isError }) {
      waiting.get(toolCallId)?.(result(output, isError));
      waiting.delete(toolCallId);
    },
    abandon() {
      for (const resolve of waiting.values()) resolve(result("The turn was stopped.", true));
      waiting.clear();
    },
  };
}

function result(output: unknown, isError = false): AgentToolResult {
  const text = typeof output === "string" ? output : JSON.stringify(output ?? null);
  return { content: [{ type: "text", text }], details: undefined, isError };
}
