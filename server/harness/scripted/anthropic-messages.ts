import { scriptedUsage, type ScriptedMessage } from "./script.ts";
import {
  chunksOf,
  isObject,
  objects,
  string,
  textOf,
  withNames,
  type Answer,
  type Frame,
  type Wire,
} from "./wire.ts";

/** Anthropic counts what came from the cache beside the input, not within it. */
const usage = {
  input_tokens: scriptedUsage.input - scriptedUsage.cached,
  cache_read_input_tokens: scriptedUsage.cached,
  cache_creation_input_tokens: 0,
  output_tokens: scriptedUsage.output,
};

/** Anthropic's messages. */
export const anthropicMessages: Wire = {
  name: "anthropic-messages",
  path: "/messages",

  read: (body) => ({
    system: textOf(body["system"]),
    messages: withNames(
      objects(body["messages"])
        // Settings may change between messages.
        .filter(({ role }) => role !== "system")
        .flatMap(messages),
    ),
    tools: objects(body["tools"])
      .filter((tool) => tool["defer_loading"] !== true)
      .map(({ name }) => string(name)),
  }),

  *frames({ id, model, reasoning, text, calls, chunk }: Answer): Iterable<Frame> {
    const frame = (type: string, data: object = {}): Frame => ({ event: type, data: { type, ...data } });
    let index = 0;
    const delta = (given: object): Frame => frame("content_block_delta", { index, delta: given });
    const block = function* (start: object, deltas: Iterable<object>): Iterable<Frame> {
      yield frame("content_block_start", { index, content_block: start });
      for (const given of deltas) yield delta(given);
      yield frame("content_block_stop", { index });
      index += 1;
    };
    yield frame("message_start", {
      message: {
        id: `msg_${id}`,
        type: "message",
        role: "assistant",
        model,
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { ...usage, output_tokens: 1 },
      },
    });
    if (reasoning !== "") {
      yield* block({ type: "thinking", thinking: "", signature: "" }, [
        ...chunksOf(reasoning, chunk).map((thinking) => ({ type: "thinking_delta", thinking })),
        { type: "signature_delta", signature: "c2NyaXB0ZWQ=" },
      ]);
    }
    if (text !== "") {
      yield* block(
        { type: "text", text: "" },
        chunksOf(text, chunk).map((piece) => ({ type: "text_delta", text: piece })),
      );
    }
    for (const call of calls) {
      yield* block(
        { type: "tool_use", id: call.id, name: call.name, input: {} },
        chunksOf(call.input, chunk).map((piece) => ({ type: "input_json_delta", partial_json: piece })),
      );
    }
    yield {
      ...frame("message_delta", {
        delta: { stop_reason: calls.length > 0 ? "tool_use" : "end_turn", stop_sequence: null },
        usage: { output_tokens: scriptedUsage.output },
      }),
      closing: true,
    };
    yield frame("message_stop");
  },

  whole: ({ id, model, text, calls }) => ({
    id: `msg_${id}`,
    type: "message",
    role: "assistant",
    model,
    content: [
      ...(text === "" ? [] : [{ type: "text", text }]),
      ...calls.map((call) => ({ type: "tool_use", id: call.id, name: call.name, input: parsed(call.input) })),
    ],
    stop_reason: calls.length > 0 ? "tool_use" : "end_turn",
    stop_sequence: null,
    usage,
  }),

  error: (status, message) => ({
    type: "error",
    error: { type: status === 401 ? "authentication_error" : "api_error", message },
  }),
};

/** A user's message may carry tool results and words at once; here each is a message of its own. */
function messages(given: Record<string, unknown>): ScriptedMessage[] {
  const parts = objects(given["content"]);
  const text = textOf(given["content"]);
  if (given["role"] === "assistant") {
    const calls = parts
      .filter(({ type }) => type === "tool_use")
      .map((part) => ({
        id: string(part["id"]),
        name: string(part["name"]),
        input: JSON.stringify(part["input"]),
      }));
    return [{ role: "assistant", text, calls }];
  }
  const results = parts
    .filter(({ type }) => type === "tool_result")
    .map((part): ScriptedMessage => ({
      role: "tool",
      text: textOf(part["content"]),
      call: string(part["tool_use_id"]),
      name: "",
    }));
  return text === "" && results.length > 0 ? results : [...results, { role: "user", text }];
}

/** A whole response cannot carry malformed arguments; it carries none then. */
function parsed(input: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(input);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
