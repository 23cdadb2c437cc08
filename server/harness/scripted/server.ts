import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { anthropicMessages } from "./anthropic-messages.ts";
import { openaiCompletions } from "./openai-completions.ts";
import { openaiResponses } from "./openai-responses.ts";
import type { Script, ScriptedReply, ScriptedRequest } from "./script.ts";
import { answerOf, isObject, string, type Wire } from "./wire.ts";

const wires = [openaiCompletions, openaiResponses, anthropicMessages];

export type ScriptedModel = {
  /** Anthropic's base address; OpenAI's is `origin` with `/v1`. */
  origin: string;
  /** Every request, oldest first. */
  requests: ScriptedRequest[];
  /** When each request that the other side gave up was given up, by its number. */
  aborts: { number: number; at: number }[];
  /** Replaces the script from the next request on. */
  play(script: Script): void;
  /** Closes every connection and the port. */
  close(): Promise<void>;
};

/**
 * A model server on 127.0.0.1 that speaks the wire formats of OpenAI and Anthropic and says what `script` decides.
 * For tests and for working on Chopin without a model.
 */
export async function startScriptedModel({
  script,
  port = 0,
}: {
  script: Script;
  /** 0 takes a free port. */
  port?: number | undefined;
}): Promise<ScriptedModel> {
  let current = script;
  const requests: ScriptedRequest[] = [];
  const aborts: { number: number; at: number }[] = [];

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? "/", "http://localhost").pathname;
    if (path.endsWith("/models")) {
      sendJson(response, 200, {
        object: "list",
        data: [{ id: "scripted", object: "model", owned_by: "chopin" }],
      });
      return;
    }
    const wire = wires.find((candidate) => path.endsWith(candidate.path));
    const body = await readBody(request);
    if (wire === undefined || body === null) {
      sendJson(response, 404, { error: { message: "The scripted model does not serve this." } });
      return;
    }
    const scripted = requestOf({ wire, body, headers: request.headers, number: requests.length });
    requests.push(scripted);
    response.on("close", () => {
      if (!response.writableFinished && !cut.has(response))
        aborts.push({ number: scripted.number, at: Date.now() });
    });
    const reply = await decide(current, scripted);
    await send({ wire, response, reply, request: scripted });
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    aborts,
    play(next) {
      current = next;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** Responses this side breaks off, which are no aborts of the other. */
const cut = new WeakSet<ServerResponse>();

async function decide(
  script: Script,
  request: ScriptedRequest,
): Promise<ScriptedReply & { failure?: string }> {
  try {
    return await script(request);
  } catch (error) {
    return { status: 500, failure: error instanceof Error ? error.message : String(error) };
  }
}

async function send({
  wire,
  response,
  reply,
  request,
}: {
  wire: Wire;
  response: ServerResponse;
  reply: ScriptedReply & { failure?: string };
  request: ScriptedRequest;
}): Promise<void> {
  if (reply.status !== undefined) {
    const message = reply.failure ?? `The scripted model answers ${reply.status}.`;
    sendJson(response, reply.status, wire.error(reply.status, message));
    return;
  }
  const answer = answerOf(reply, request);
  if (!request.stream) {
    if (reply.delayMs !== undefined) await wait(reply.delayMs);
    sendJson(response, 200, wire.whole(answer));
    return;
  }
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  for (const frame of wire.frames(answer)) {
    if (reply.delayMs !== undefined) await wait(reply.delayMs);
    if (response.destroyed) return;
    if (frame.closing === true && reply.cut === true) {
      cut.add(response);
      // What was written reaches the other side before the connection breaks.
      await wait(10);
      response.destroy();
      return;
    }
    const name = frame.event === undefined ? "" : `event: ${frame.event}\n`;
    const data = typeof frame.data === "string" ? frame.data : JSON.stringify(frame.data);
    response.write(`${name}data: ${data}\n\n`);
  }
  response.end();
}

function requestOf({
  wire,
  body,
  headers,
  number,
}: {
  wire: Wire;
  body: Record<string, unknown>;
  headers: IncomingMessage["headers"];
  number: number;
}): ScriptedRequest {
  const model = string(body["model"]);
  return {
    wire: wire.name,
    headers,
    body,
    model,
    stream: body["stream"] === true,
    number,
    ...wire.read(body),
  };
}

async function readBody(request: IncomingMessage): Promise<Record<string, unknown> | null> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  try {
    const body: unknown = JSON.parse(Buffer.concat(pieces).toString("utf8"));
    return isObject(body) ? body : null;
  } catch {
    return null;
  }
}

function sendJson(response: ServerResponse, status: number, body: Record<string, unknown>): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}
