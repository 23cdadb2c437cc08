import type {
  HarnessV1,
  HarnessV1PromptControl,
  HarnessV1PromptTurnOptions,
  HarnessV1Session,
  HarnessV1StreamPart,
} from "@ai-sdk/harness";
import type { AgentMessage } from "@earendil-works/pi-agent-core";
import { piModelOf } from "./agent-core-model.ts";
import { createTranslation } from "./agent-core-parts.ts";
import { hostTools } from "./agent-core-tools.ts";
import type { HarnessTurn } from "./harness.ts";
import { meteredStream } from "./metered-stream.ts";

/** What a turn's adapter reports besides the contract's own parts. */
export type TurnReport = {
  /** The model failed: HTTP status of the last answer, null where there was none. */
  failed(failure: { status: number | null; message: string }): void;
  /** A budget did not allow a response. */
  refused(reason: string): void;
};

export type AdapterTurn = Pick<HarnessTurn, "route" | "reserve" | "settle"> & { report: TurnReport };

/**
 * An adapter of the AI SDK's harness contract over pi's agent core. The conversation is kept here and a new agent is
 * made for each turn, because an agent's system prompt cannot change. `turn` gives what the running turn is bound to.
 */
export function createAgentCoreAdapter({ turn }: { turn: () => AdapterTurn }): HarnessV1<{}> & {
  /** Characters of the conversation so far. */
  size(): number;
} {
  let history: AgentMessage[] = [];

  async function run(options: HarnessV1PromptTurnOptions): Promise<HarnessV1PromptControl> {
    const { route, reserve, settle, report } = turn();
    const [{ Agent }, pi] = await Promise.all([import("@earendil-works/pi-agent-core"), piModelOf(route)]);
    const metered = await meteredStream({ turn: { reserve, settle }, pi });
    const emit = (part: HarnessV1StreamPart): void => options.emit(part);
    const tools = hostTools({ specs: options.tools, emit });
    const agent = new Agent({
      initialState: {
        systemPrompt: options.instructions ?? "",
        model: pi.model,
        tools: tools.list,
        messages: history,
        thinkingLevel: pi.model.reasoning ? "low" : "off",
      },
      streamFn: metered.stream,
      identity: { attribution: null },
    });
    const translation = createTranslation({ emit, ran: tools.ran, usage: () => metered.last()?.usage });
    agent.subscribe((event) => translation.take(event));

    const isAborted = (): boolean => options.abortSignal?.aborted === true;
    const abort = (): void => {
      tools.abandon();
      agent.abort();
    };
    options.abortSignal?.addEventListener("abort", abort, { once: true });

    const play = async (): Promise<void> => {
      emit({ type: "stream-start", modelId: route.model });
      if (isAborted()) return;
      await agent.prompt(promptText(options.prompt));
      await metered.settled();
      history = agent.state.messages.filter(({ role }) => role !== "system");
      const refusal = metered.refusal();
      const message = agent.state.errorMessage;
      if (refusal !== null) {
        report.refused(refusal);
      } else if (message !== undefined && !isAborted()) {
        report.failed({ status: metered.last()?.status ?? null, message });
      }
      translation.finish();
    };
    const done = play().finally(() => options.abortSignal?.removeEventListener("abort", abort));
    // The contract's reader awaits `done`; until it does, a failure must not count as unhandled.
    done.catch(() => undefined);
    return {
      done,
      submitToolResult: (result) => Promise.resolve(tools.answer(result)),
    };
  }

  function session(sessionId: string): HarnessV1Session {
    const unsupported = (what: string): Promise<never> =>
      Promise.reject(new Error(`The agent-core harness does not ${what}: its sessions are disposable.`));
    return {
      sessionId,
      isResume: false,
      doPromptTurn: run,
      doContinueTurn: () => unsupported("continue turns"),
      doCompact: () => unsupported("compact"),
      doSuspendTurn: () => unsupported("suspend turns"),
      doDetach: () => unsupported("detach"),
      doStop: () => unsupported("stop to resume"),
      doDestroy: () => {
        history = [];
        return Promise.resolve();
      },
    };
  }

  return {
    specificationVersion: "harness-v1",
    harnessId: "agent-core",
    builtinTools: {},
    supportsBuiltinToolFiltering: true,
    doStart: ({ sessionId }) => Promise.resolve(session(sessionId)),
    size: () => (history.length === 0 ? 0 : JSON.stringify(history).length),
  };
}

function promptText(prompt: HarnessV1PromptTurnOptions["prompt"]): string {
  if (typeof prompt === "string") return prompt;
  if (typeof prompt.content === "string") return prompt.content;
  return prompt.content.map((part) => (part.type === "text" ? part.text : "")).join("");
}
