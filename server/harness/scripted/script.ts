/** What the scripted model answers to one request. Everything is sent in the order reasoning, text, tool calls. */
export type ScriptedReply = {
  reasoning?: string | undefined;
  text?: string | undefined;
  /** All in one response, as parallel calls. A string as `input` is sent as it is, so that it may be malformed. */
  tools?: { name: string; input: unknown }[] | undefined;
  /** Milliseconds before every chunk. */
  delayMs?: number | undefined;
  /** Characters a chunk; 24 unless given. */
  chunk?: number | undefined;
  /** Answers with this HTTP status and an error in place of a response. */
  status?: number | undefined;
  /** Breaks the connection after the content and before its end. */
  cut?: boolean | undefined;
};

export type ScriptedMessage =
  | { role: "user"; text: string }
  | { role: "assistant"; text: string; calls: ScriptedCall[] }
  /** A tool's result, with the name of the tool that gave it. */
  | { role: "tool"; text: string; call: string; name: string };

export type ScriptedCall = { id: string; name: string; input: string };

/** One request, the same whichever wire format it came by. */
export type ScriptedRequest = {
  wire: WireName;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The body as it came. */
  body: Readonly<Record<string, unknown>>;
  model: string;
  stream: boolean;
  system: string;
  messages: ScriptedMessage[];
  tools: string[];
  /** How many came before it. */
  number: number;
};

export type WireName = "openai-completions" | "openai-responses" | "anthropic-messages";

/** Decides each response. It may throw: the request is then answered with a 500 and the test sees the message. */
export type Script = (request: ScriptedRequest) => ScriptedReply | Promise<ScriptedReply>;

/** The tokens every scripted response reports, so that tests can add them up. */
export const scriptedUsage = { input: 120, cached: 20, output: 30 } as const;

/** The last thing a person said. */
export function lastInstruction({ messages }: ScriptedRequest): string {
  return messages.findLast((message) => message.role === "user")?.text ?? "";
}

/** The results of the tools called since a person last said something, oldest first. */
export function resultsSoFar({ messages }: ScriptedRequest): Extract<ScriptedMessage, { role: "tool" }>[] {
  const start = messages.findLastIndex((message) => message.role === "user");
  return messages.slice(start + 1).filter((message) => message.role === "tool");
}
