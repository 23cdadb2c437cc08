import type { ScriptedCall, ScriptedMessage, ScriptedReply, WireName } from "./script.ts";

/** One server-sent event. The connection is cut before the first `closing` one where a script says so. */
export type Frame = { event?: string; data: unknown; closing?: boolean };

/** A reply with its calls named and its input as the text that goes over the wire. */
export type Answer = {
  id: string;
  model: string;
  reasoning: string;
  text: string;
  calls: ScriptedCall[];
  chunk: number;
};

/** What a request says, read out of its body. */
export type Reading = { system: string; messages: ScriptedMessage[]; tools: string[] };

/** One provider's format, in both directions. */
export type Wire = {
  name: WireName;
  /** The end of the path it is served at. */
  path: string;
  read(body: Record<string, unknown>): Reading;
  frames(answer: Answer): Iterable<Frame>;
  /** The same response when it is not streamed. */
  whole(answer: Answer): Record<string, unknown>;
  /** The error body for a status. */
  error(status: number, message: string): Record<string, unknown>;
};

/** Names the calls `call_<number>_<place>`, which is unique within one server. */
export function answerOf(reply: ScriptedReply, { model, number }: { model: string; number: number }): Answer {
  return {
    id: `scripted_${number}`,
    model,
    reasoning: reply.reasoning ?? "",
    text: reply.text ?? "",
    calls: (reply.tools ?? []).map(({ name, input }, place) => ({
      id: `call_${number}_${place}`,
      name,
      input: typeof input === "string" ? input : JSON.stringify(input),
    })),
    chunk: reply.chunk ?? 24,
  };
}

/** Cuts text without ever splitting a character in two. */
export function chunksOf(text: string, size: number): string[] {
  const characters = Array.from(text);
  const count = Math.ceil(characters.length / size);
  return Array.from({ length: count }, (_, at) => characters.slice(at * size, (at + 1) * size).join(""));
}

type Loose = Record<string, unknown>;

/** The value as a list of objects; anything else in it is left out. */
export function objects(value: unknown): Loose[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

export function isObject(value: unknown): value is Loose {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function string(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** The text of a message's content, which every format gives as a string or as a list of parts. */
export function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  return objects(content)
    .map((part) => string(part["text"]))
    .join("");
}

/** Puts the tools' names to their results, which carry only the call's id. */
export function withNames(messages: ScriptedMessage[]): ScriptedMessage[] {
  const names = new Map<string, string>();
  for (const message of messages) {
    if (message.role === "assistant") for (const call of message.calls) names.set(call.id, call.name);
  }
  return messages.map((message) =>
    message.role === "tool" ? { ...message, name: names.get(message.call) ?? "" } : message,
  );
}
