/**
 * A turn's stream, piece by piece. The types are a superset of the AI SDK's `HarnessV1StreamPart`
 * (@ai-sdk/harness, src/v1/harness-v1-stream-part.ts): an adapter's part passes through with its type unchanged,
 * and the platform adds its own. Parts are stored by (turn, index); text and reasoning carry the offset at which
 * their characters stand, so that a page that joins late neither misses nor doubles one.
 */
export type Usage = {
  inputTokens: number;
  cachedInputTokens: number;
  outputTokens: number;
  reasoningTokens: number;
  /** True where the stream was cut and the numbers are an estimate. */
  estimated: boolean;
};

export type TurnPart =
  | { type: "stream-start"; modelId?: string }
  | { type: "text-start"; id: string }
  /** `offset`: UTF-16 code units of this text block before `delta`. */
  | { type: "text-delta"; id: string; offset: number; delta: string }
  | { type: "text-end"; id: string }
  | { type: "reasoning-start"; id: string }
  | { type: "reasoning-delta"; id: string; offset: number; delta: string }
  | { type: "reasoning-end"; id: string }
  | { type: "tool-call"; toolCallId: string; toolName: string; input: unknown; at: string }
  | {
      type: "tool-result";
      toolCallId: string;
      toolName: string;
      /** What the model was given, cut to 4,000 characters for the page. */
      result: string;
      isError: boolean;
      tookMs: number;
    }
  /** A permission was refused before the tool ran; there is no tool-result for it. */
  | { type: "tool-denied"; toolCallId: string; toolName: string; reason: string }
  /** The text was edited through the authority; `blocks` are indices at `version`. */
  | { type: "edit"; toolCallId: string; version: number; blocks: number[]; operations: number }
  | { type: "finish-step"; usage: Usage }
  | { type: "finish"; usage: Usage }
  | { type: "error"; code: string; message: string }
  | { type: "end"; outcome: TurnOutcome };

/** How a turn stopped. `by` and `message` are data for the page's words, never prose to show as it is. */
export type TurnOutcome =
  | { state: "done"; edits: number }
  | { state: "stopped"; by: string; afterMs: number; edits: number }
  | { state: "failed"; code: string; message: string; edits: number }
  | { state: "refused"; reason: string; edits: number }
  | { state: "interrupted"; edits: number };

export type TurnState = "queued" | "playing" | TurnOutcome["state"];
