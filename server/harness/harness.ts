import type { TurnPart, Usage } from "@chopin/protocol/parts";
import type { HarnessTool } from "./tool.ts";

/** The wire formats we speak. */
export type ModelApi = "openai-completions" | "openai-responses" | "anthropic-messages";

/** Everything needed to reach one model; resolved by the caller, so that a harness asks nobody. */
export type ModelRoute = {
  /** Whose catalogue describes the model; `custom` has none. */
  provider: "anthropic" | "openai" | "custom";
  api: ModelApi;
  model: string;
  /** Anthropic's goes without `/v1`. */
  baseUrl: string;
  apiKey?: string | undefined;
};

/** Tokens one response is expected to take at most. */
export type UsageEstimate = { inputTokens: number; outputTokens: number };

/** Asked before each response of the model. Where it refuses, nothing is sent and the turn ends as refused. */
export type Reserve = (
  estimate: UsageEstimate,
) => Promise<{ ok: true; reservation: string } | { ok: false; reason: string }>;

/** Told after each response what it took, also when it failed or was cut; then the numbers are an estimate. */
export type Settle = (reservation: string, usage: Usage) => Promise<void>;

/**
 * What a harness yields: the parts of a turn but for its `end`, which belongs to whoever records the turn and knows
 * who stopped it. The last part is `finish`, or `error`, with code `refused` where a reservation or a tool's
 * permission was refused. After an abort there may be neither.
 */
export type HarnessPart = Exclude<TurnPart, { type: "end" }>;

export type HarnessTurn = {
  route: ModelRoute;
  prompt: string;
  /** The tools named when the session was opened, as this turn carries them out. */
  tools: readonly HarnessTool[];
  reserve: Reserve;
  settle: Settle;
  /** Stops the turn: the request to the model is closed and the stream ends within half a second. */
  signal: AbortSignal;
};

/** One conversation with a model. It lives in memory and is disposable: whatever must last is stored elsewhere. */
export type HarnessSession = {
  /** One at a time. Never throws for what a model or a tool does: failure is a part. */
  turn(turn: HarnessTurn): AsyncIterable<HarnessPart>;
  /** Characters of what the model is sent at the next turn before its prompt. */
  size(): number;
  close(): Promise<void>;
};

/** The program that drives a model. The Planner and assistants know this and no SDK. */
export type Harness = {
  /** Starts a conversation. The first one loads the SDKs. `tools` are described here and bound at each turn. */
  open(options: { instructions: string; tools: readonly HarnessTool[] }): Promise<HarnessSession>;
};

export { defineTool, type EditMade, type HarnessTool, type ToolCall, type ToolOutcome } from "./tool.ts";
