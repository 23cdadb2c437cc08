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

const usage = {
  prompt_tokens: scriptedUsage.input,
  completion_tokens: scriptedUsage.output,
  total_tokens: scriptedUsage.input + scriptedUsage.output,
  prompt_tokens_details: { cached_tokens: scriptedUsage.cached },
  completion_tokens_details: { reasoning_tokens: 0 },
};

/** OpenAI's chat completions, which most other servers speak too. */
export const openaiCompletions: Wire = {
  name: "openai-completions",
  path: "/chat/completions",

  read(body) {
    const all = objects(body["messages"]);
    const isSystem = (role: unknown): boolean => role === "system" || role === "developer";
    return {
      system: all
        .filter(({ role }) => isSystem(role))
        .map(({ content }) => textOf(content))
        .join("\n"),
      messages: withNames(all.filter(({ role }) => !isSystem(role)).map(message)),
      tools: objects(body["tools"]).map((tool) =>
        isObject(tool["function"]) ? string(tool["function"]["name"]) : "",
      ),
    };
  },

  *frames({ id, model, reasoning, text, calls, chunk }: Answer): Iterable<Frame> {
    const frame = (delta: object, finish: string | null = null): Frame => ({
      data: {
        id,
        object: "chat.completion.chunk",
        created: 1,
        model,
        choices: [{ index: 0, delta, finish_reason: finish }],
      },
    });
    yield frame({ role: "assistant", content: "" });
    for (const piece of chunksOf(reasoning, chunk)) yield frame({ reasoning_content: piece });
    for (const piece of chunksOf(text, chunk)) yield frame({ content: piece });
    for (const [index, call] of calls.entries()) {
      yield frame({
        tool_calls: [{ index, id: call.id, type: "function", function: { name: call.name, arguments: "" } }],
      });
      for (const piece of chunksOf(call.input, chunk)) {
        yield frame({ tool_calls: [{ index, function: { arguments: piece } }] });
      }
    }
    yield { ...frame({}, calls.length > 0 ? "tool_calls" : "stop"), closing: true };
    yield { data: { id, object: "chat.completion.chunk", created: 1, model, choices: [], usage } };
    yield { data: "[DONE]" };
  },

  whole({ id, model, reasoning, text, calls }) {
    const message = {
      role: "assistant",
      content: text === "" ? null : text,
      ...(reasoning === "" ? {} : { reasoning_content: reasoning }),
      ...(calls.length === 0
        ? {}
        : {
            tool_calls: calls.map((call) => ({
              id: call.id,
              type: "function",
              function: { name: call.name, arguments: call.input },
            })),
          }),
    };
    return {
      id,
      object: "chat.completion",
      created: 1,
      model,
      choices: [{ index: 0, message, finish_reason: calls.length > 0 ? "tool_calls" : "stop" }],
      usage,
    };
  },

  error: (status, message) => ({ error: { message, type: "scripted", code: `scripted_${status}` } }),
};

function message(given: Record<string, unknown>): ScriptedMessage {
  const text = textOf(given["content"]);
  if (given["role"] === "tool") return { role: "tool", text, call: string(given["tool_call_id"]), name: "" };
  if (given["role"] !== "assistant") return { role: "user", text };
  const calls = objects(given["tool_calls"]).map((call) => {
    const called = isObject(call["function"]) ? call["function"] : {};
    return { id: string(call["id"]), name: string(called["name"]), input: string(called["arguments"]) };
  });
  return { role: "assistant", text, calls };
}
