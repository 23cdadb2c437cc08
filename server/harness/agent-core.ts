import { setTimeout as wait } from "node:timers/promises";
import type { HarnessV1StreamPart } from "@ai-sdk/harness";
import type { ToolSet } from "ai";
import { messageOf } from "../base/errors.ts";
import type { Clock } from "../base/clock.ts";
import { createAgentCoreAdapter, type AdapterTurn } from "./agent-core-adapter.ts";
import { createChannel, type Channel } from "./channel.ts";
import { errorPart } from "./failure.ts";
import type { Harness, HarnessPart, HarnessSession, HarnessTurn } from "./harness.ts";
import { createNullSandbox } from "./null-sandbox.ts";
import type { HarnessTool } from "./tool.ts";
import { createPartTranslation, shownInput, shownResult, watched } from "./turn-parts.ts";

/** How long a stopped turn may take to wind down before its stream ends regardless. */
const graceMs = 500;

type Running = {
  adapter: AdapterTurn;
  tools: ReadonlyMap<string, HarnessTool>;
  parts: Channel<HarnessPart>;
  translate: (part: HarnessV1StreamPart) => HarnessPart | null;
  stop: AbortController;
};

/** The harness over pi's agent core, driven by the AI SDK's agent. The SDKs are loaded when a session is opened. */
export function createAgentCore({ clock }: { clock: Clock }): Harness {
  return {
    async open({ instructions, tools }) {
      const [{ HarnessAgent }, { tool }] = await Promise.all([import("@ai-sdk/harness/agent"), import("ai")]);
      let running: Running | null = null;
      const current = (): Running => {
        if (running === null) throw new Error("No turn is running.");
        return running;
      };
      const adapter = createAgentCoreAdapter({ turn: () => current().adapter });
      const agent = new HarnessAgent({
        harness: watched(adapter, (part) => {
          const { translate, parts } = current();
          const ours = translate(part);
          if (ours !== null) parts.push(ours);
        }),
        instructions,
        sandbox: createNullSandbox(),
        permissionMode: "allow-all",
        tools: Object.fromEntries(
          tools.map(({ name, description, input }) => [
            name,
            tool({
              description,
              inputSchema: input,
              execute: (given: unknown, { toolCallId }) =>
                runTool({ name, given, toolCallId, running: current(), now: clock.now }),
            }),
          ]),
        ) as ToolSet,
      });
      const session = await agent.createSession();

      async function play(turn: HarnessTurn, { parts, stop }: Running): Promise<void> {
        const result = await agent.stream({ session, prompt: turn.prompt, abortSignal: stop.signal });
        // Parts come through the adapter; this only waits for the end.
        for await (const part of result.fullStream) {
          if (part.type === "error") throw part.error;
        }
        parts.end();
      }

      return {
        async *turn(turn) {
          if (running !== null) throw new Error("A turn is running already.");
          const self = bind(turn, clock);
          running = self;
          const onAbort = (): void => self.stop.abort();
          turn.signal.addEventListener("abort", onAbort, { once: true });
          if (turn.signal.aborted) onAbort();
          const played = play(turn, self).catch((error: unknown) => {
            if (!self.stop.signal.aborted) {
              self.parts.push({
                type: "error",
                code: "harness-failed",
                message: messageOf(error).slice(0, 300),
              });
            }
            self.parts.end();
          });
          self.stop.signal.addEventListener("abort", () => {
            void Promise.race([played, wait(graceMs)]).then(() => self.parts.end());
          });
          try {
            yield* self.parts;
          } finally {
            self.stop.abort();
            turn.signal.removeEventListener("abort", onAbort);
            await Promise.race([played, wait(graceMs)]);
            running = null;
          }
        },
        size: () => adapter.size(),
        close: async () => {
          running?.stop.abort();
          await session.destroy();
        },
      } satisfies HarnessSession;
    },
  };
}

function bind({ route, reserve, settle, tools }: HarnessTurn, clock: Clock): Running {
  const parts = createChannel<HarnessPart>();
  const stop = new AbortController();
  const translate = createPartTranslation({ now: clock.now });
  let failed = false;
  const report: AdapterTurn["report"] = {
    failed({ status, message }) {
      failed = true;
      parts.push(errorPart({ status, message, apiKey: route.apiKey }));
    },
    refused(reason) {
      failed = true;
      parts.push({ type: "error", code: "refused", message: reason });
    },
  };
  return {
    adapter: { route, reserve, settle, report },
    tools: new Map(tools.map((tool) => [tool.name, tool])),
    parts,
    // A failed or stopped turn does not finish.
    translate: (part) => (part.type === "finish" && (failed || stop.signal.aborted) ? null : translate(part)),
    stop,
  };
}

/** Runs one call and tells of it at once. What goes wrong is text for the model, never an exception. */
async function runTool({
  name,
  given,
  toolCallId,
  running: { tools, parts, stop },
  now,
}: {
  name: string;
  given: unknown;
  toolCallId: string;
  running: Running;
  now: () => Date;
}): Promise<string> {
  const tool = tools.get(name);
  if (tool === undefined) return `There is no tool ${name}.`;
  const call = { toolCallId, toolName: name };
  const denied = await tool.permit();
  if (denied !== null) return deny(denied);
  const start = now();
  parts.push({ type: "tool-call", ...call, input: shownInput(given), at: start.toISOString() });
  const outcome = await tool.run(given, { id: toolCallId, signal: stop.signal }).catch((error: unknown) => ({
    text: `${name} failed: ${messageOf(error)}`,
    isError: true,
    edit: undefined,
  }));
  if ("denied" in outcome) return deny(outcome.denied);
  if (outcome.edit !== undefined) parts.push({ type: "edit", toolCallId, ...outcome.edit });
  parts.push({
    type: "tool-result",
    ...call,
    result: shownResult(outcome.text),
    isError: outcome.isError === true,
    tookMs: now().getTime() - start.getTime(),
  });
  if (outcome.isError === true) throw new ToolFailure(outcome.text);
  return outcome.text;

  function deny(reason: string): string {
    parts.push({ type: "tool-denied", ...call, reason });
    parts.push({ type: "error", code: "refused", message: reason });
    stop.abort();
    return `Refused: ${reason}`;
  }
}

/** Tells the agent that a tool failed, in the words the model reads. */
class ToolFailure extends Error {
  override toString(): string {
    return this.message;
  }
}
