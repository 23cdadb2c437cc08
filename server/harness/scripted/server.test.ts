import { afterEach, expect, test } from "vitest";
import { startScriptedModel, type ScriptedModel } from "./server.ts";
import type { Script } from "./script.ts";

let model: ScriptedModel;
afterEach(() => model.close());

const paths = ["/v1/chat/completions", "/v1/responses", "/v1/messages"];

async function ask(path: string, body: Record<string, unknown>, signal?: AbortSignal): Promise<Response> {
  return await fetch(`${model.origin}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    ...(signal === undefined ? {} : { signal }),
  });
}

const start = async (script: Script): Promise<void> => {
  model = await startScriptedModel({ script });
};

test.each(paths)("%s says the text in a stream and whole", async (path) => {
  await start(() => ({ text: "Good morning, everybody.", chunk: 4 }));
  const body = { model: "m", messages: [{ role: "user", content: "hi" }], input: "hi" };
  const streamed = await (await ask(path, { ...body, stream: true })).text();
  expect(streamed).toContain('"Good"');
  expect(await (await ask(path, body)).text()).toContain("Good morning, everybody.");
  expect(model.requests.map(({ messages, stream }) => [messages, stream])).toEqual([
    [[{ role: "user", text: "hi" }], true],
    [[{ role: "user", text: "hi" }], false],
  ]);
});

test.each(paths)("%s answers the status a script asks for, and 500 when it throws", async (path) => {
  await start(({ number }) => {
    if (number === 0) return { status: 429 };
    throw new Error("no more lines");
  });
  expect((await ask(path, { model: "m" })).status).toBe(429);
  const failed = await ask(path, { model: "m" });
  expect(failed.status).toBe(500);
  expect(await failed.text()).toContain("no more lines");
});

test.each(paths)("%s breaks a stream off after its content", async (path) => {
  await start(() => ({ text: "half a sentence", cut: true }));
  const response = await ask(path, { model: "m", stream: true });
  await expect(response.text()).rejects.toThrow();
  expect(model.aborts).toEqual([]);
});

test.each(paths)("%s records a request that was given up", async (path) => {
  await start(() => ({ text: "slow ".repeat(50), chunk: 5, delayMs: 20 }));
  const stop = new AbortController();
  const response = await ask(path, { model: "m", stream: true }, stop.signal);
  const reader = response.body?.getReader();
  await reader?.read();
  stop.abort();
  await expect.poll(() => model.aborts.map(({ number }) => number)).toEqual([0]);
});
