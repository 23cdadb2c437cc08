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
  /** The model begins to write a tool's input, which may take it long; `id` is the toolCallId that follows. */
  | { type: "tool-input-start"; id: string; toolName: string }
  | { type: "tool-input-delta"; id: string; delta: string }
  | { type: "tool-input-end"; id: string }
  /** The tool starts: its permission was granted. `input` is what the model sent, valid or not. */
  | { type: "tool-call"; toolCallId: string; toolName: string; input: unknown; at: string }
  /** Only an adapter whose runtime has tools of its own sends this and `file-change`. */
  | { type: "tool-approval-request"; approvalId: string; toolCallId: string }
  | { type: "file-change"; event: "create" | "modify" | "delete"; path: string }
  /** The runtime shortened its memory of the conversation. */
  | {
      type: "compaction";
      trigger: "manual" | "auto";
      summary: string;
      tokensBefore?: number;
      tokensAfter?: number;
    }
  /** Adapter-specific; dropped by the harness, so never stored. */
  | { type: "raw"; rawValue: unknown }
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
  /** `message` is the provider's or ours, in English, already free of secrets; pages choose words by `code`. */
  | { type: "error"; code: string; message: string }
  /** Always the last part of a turn, and of no other kind. */
  | { type: "end"; outcome: TurnOutcome };

/** How a turn stopped. `by` and `message` are data for the page's words, never prose to show as it is. */
export type TurnOutcome =
  | { state: "done"; edits: number }
  | { state: "stopped"; by: string; afterMs: number; edits: number }
  | { state: "failed"; code: string; message: string; edits: number }
  | { state: "refused"; reason: string; edits: number }
  | { state: "interrupted"; edits: number };

export type TurnState = "queued" | "playing" | TurnOutcome["state"];
