import { scriptedUsage, type ScriptedMessage } from "./script.ts";
import { chunksOf, objects, string, textOf, withNames, type Answer, type Frame, type Wire } from "./wire.ts";

type Item = Record<string, unknown> & { id: string; type: string };

/** OpenAI's responses. */
export const openaiResponses: Wire = {
  name: "openai-responses",
  path: "/responses",

  read(body) {
    const input = body["input"];
    const all = typeof input === "string" ? [{ role: "user", content: input }] : objects(input);
    const systems = all.filter(({ role }) => role === "system" || role === "developer");
    // Newer models are given tools as an item of the input.
    const tools = [body, ...all].flatMap((holder) => objects(holder["tools"]));
    return {
      system: [string(body["instructions"]), ...systems.map(({ content }) => textOf(content))]
        .join("\n")
        .trim(),
      messages: withNames(all.filter((item) => !systems.includes(item)).flatMap(messages)),
      tools: tools.map(({ name }) => string(name)),
    };
  },

  *frames(answer: Answer): Iterable<Frame> {
    const { chunk, reasoning, text, calls } = answer;
    let sequence = 0;
    const frame = (type: string, data: object, closing = false): Frame => ({
      event: type,
      data: { type, ...data, sequence_number: sequence++ },
      closing,
    });
    const done: Item[] = [];
    yield frame("response.created", { response: response(answer, { status: "in_progress", output: [] }) });
    if (reasoning !== "") {
      const item = reasoningItem(answer);
      const at = { item_id: item.id, output_index: done.length, summary_index: 0 };
      yield frame("response.output_item.added", {
        output_index: done.length,
        item: { ...item, summary: [] },
      });
      yield frame("response.reasoning_summary_part.added", {
        ...at,
        part: { type: "summary_text", text: "" },
      });
      for (const delta of chunksOf(reasoning, chunk)) {
        yield frame("response.reasoning_summary_text.delta", { ...at, delta });
      }
      yield frame("response.reasoning_summary_text.done", { ...at, text: reasoning });
      yield frame("response.reasoning_summary_part.done", {
        ...at,
        part: { type: "summary_text", text: reasoning },
      });
      yield frame("response.output_item.done", { output_index: done.length, item });
      done.push(item);
    }
    if (text !== "") {
      const item = messageItem(answer);
      const at = { item_id: item.id, output_index: done.length, content_index: 0 };
      yield frame("response.output_item.added", {
        output_index: done.length,
        item: { ...item, status: "in_progress", content: [] },
      });
      yield frame("response.content_part.added", {
        ...at,
        part: { type: "output_text", text: "", annotations: [] },
      });
      for (const delta of chunksOf(text, chunk)) yield frame("response.output_text.delta", { ...at, delta });
      yield frame("response.output_text.done", { ...at, text });
      yield frame("response.content_part.done", {
        ...at,
        part: { type: "output_text", text, annotations: [] },
      });
      yield frame("response.output_item.done", { output_index: done.length, item });
      done.push(item);
    }
    for (const call of calls) {
      const item = callItem(call);
      const at = { item_id: item.id, output_index: done.length };
      yield frame("response.output_item.added", {
        output_index: done.length,
        item: { ...item, status: "in_progress", arguments: "" },
      });
      for (const delta of chunksOf(call.input, chunk)) {
        yield frame("response.function_call_arguments.delta", { ...at, delta });
      }
      yield frame("response.function_call_arguments.done", { ...at, arguments: call.input });
      yield frame("response.output_item.done", { output_index: done.length, item });
      done.push(item);
    }
    yield frame(
      "response.completed",
      { response: response(answer, { status: "completed", output: done }) },
      true,
    );
  },

  whole(answer) {
    const output = [
      ...(answer.reasoning === "" ? [] : [reasoningItem(answer)]),
      ...(answer.text === "" ? [] : [messageItem(answer)]),
      ...answer.calls.map(callItem),
    ];
    return response(answer, { status: "completed", output });
  },

  error: (status, message) => ({ error: { message, type: "scripted", code: `scripted_${status}` } }),
};

function messages(item: Record<string, unknown>): ScriptedMessage[] {
  if (item["type"] === "function_call_output") {
    return [{ role: "tool", text: textOf(item["output"]), call: string(item["call_id"]), name: "" }];
  }
  if (item["type"] === "function_call") {
    const call = {
      id: string(item["call_id"]),
      name: string(item["name"]),
      input: string(item["arguments"]),
    };
    return [{ role: "assistant", text: "", calls: [call] }];
  }
  if (item["role"] === undefined) return [];
  const text = textOf(item["content"]);
  return item["role"] === "assistant" ? [{ role: "assistant", text, calls: [] }] : [{ role: "user", text }];
}

const reasoningItem = ({ id, reasoning }: Answer): Item => ({
  id: `rs_${id}`,
  type: "reasoning",
  summary: [{ type: "summary_text", text: reasoning }],
});

const messageItem = ({ id, text }: Answer): Item => ({
  id: `msg_${id}`,
  type: "message",
  role: "assistant",
  status: "completed",
  content: [{ type: "output_text", text, annotations: [] }],
});

const callItem = (call: Answer["calls"][number]): Item => ({
  id: `fc_${call.id}`,
  type: "function_call",
  status: "completed",
  call_id: call.id,
  name: call.name,
  arguments: call.input,
});

function response(
  { id, model }: Answer,
  { status, output }: { status: string; output: Item[] },
): Record<string, unknown> {
  const usage = {
    input_tokens: scriptedUsage.input,
    input_tokens_details: { cached_tokens: scriptedUsage.cached },
    output_tokens: scriptedUsage.output,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: scriptedUsage.input + scriptedUsage.output,
  };
  return {
    id: `resp_${id}`,
    object: "response",
    created_at: 1,
    status,
    model,
    output,
    parallel_tool_calls: true,
    tool_choice: "auto",
    tools: [],
    usage: status === "completed" ? usage : null,
  };
}
