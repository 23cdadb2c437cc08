import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import type { Usage } from "@chopin/protocol/parts";
import type { Harness, HarnessPart, HarnessSession, HarnessTurn, ModelApi, ModelRoute } from "./harness.ts";
import { scriptedUsage, type Script } from "./scripted/script.ts";
import { startScriptedModel, type ScriptedModel } from "./scripted/server.ts";
import { defineTool, type HarnessTool } from "./tool.ts";

export type Ledger = { reserved: number; settled: Usage[] };

const oneResponse: Usage = {
  inputTokens: scriptedUsage.input,
  cachedInputTokens: scriptedUsage.cached,
  outputTokens: scriptedUsage.output,
  reasoningTokens: 0,
  estimated: false,
};

/** What every harness has to hold, over one wire format. Each test is one sentence of the contract. */
export function describeHarness({
  provider,
  api,
  name,
  create,
}: {
  provider: ModelRoute["provider"];
  api: ModelApi;
  /** Of the model; one that the catalogue knows is called in its own way. */
  name: string;
  create: () => Harness;
}): void {
  describe(`${name} over ${api}`, () => {
    let model: ScriptedModel;
    let session: HarnessSession;
    let ledger: Ledger;
    let ran: unknown[];
    let denial: string | null;
    let tools: HarnessTool[];

    beforeEach(async () => {
      model = await startScriptedModel({ script: () => ({ text: "Hello." }) });
      ledger = { reserved: 0, settled: [] };
      ran = [];
      denial = null;
      tools = [
        defineTool({
          name: "add",
          description: "Adds two numbers.",
          input: z.strictObject({ left: z.number(), right: z.number() }),
          permit: () => Promise.resolve(denial),
          run: async ({ left, right }) => {
            ran.push({ left, right });
            if (left === 13) throw new Error("thirteen is unlucky");
            return { text: String(left + right), edit: { version: 4, blocks: [1], operations: 1 } };
          },
        }),
      ];
      session = await create().open({ instructions: "You add.", tools });
    });

    afterEach(async () => {
      await session.close();
      await model.close();
    });

    const turn = (given: Partial<HarnessTurn> & { script: Script }): AsyncIterable<HarnessPart> => {
      model.play(given.script);
      return session.turn({
        route: {
          provider,
          api,
          model: name,
          baseUrl: api === "anthropic-messages" ? model.origin : `${model.origin}/v1`,
          apiKey: "key-of-the-test",
        },
        prompt: "Work.",
        tools,
        reserve: async () => ({ ok: true, reservation: String(++ledger.reserved) }),
        settle: async (_reservation, usage) => {
          ledger.settled.push(usage);
        },
        signal: new AbortController().signal,
        ...given,
      });
    };

    const all = (given: Parameters<typeof turn>[0]): Promise<HarnessPart[]> => collected(turn(given));
    const adding =
      (input: unknown): Script =>
      ({ messages }) =>
        messages.at(-1)?.role === "tool" ? { text: "Done." } : { tools: [{ name: "add", input }] };
    const find = <Type extends HarnessPart["type"]>(parts: HarnessPart[], type: Type) =>
      parts.filter((part): part is Extract<HarnessPart, { type: Type }> => part.type === type);

    test("says a text in pieces that add up, and finishes with what it took", async () => {
      const text = "Good morning 🌞, everybody.";
      const parts = await all({ script: () => ({ text, chunk: 4 }) });
      const deltas = find(parts, "text-delta");
      expect(deltas.map(({ delta }) => delta).join("")).toBe(text);
      let offset = 0;
      for (const delta of deltas) {
        expect(delta.offset).toBe(offset);
        offset += delta.delta.length;
      }
      expect(parts.at(0)).toEqual({ type: "stream-start", modelId: name });
      expect(parts.at(-1)).toEqual({ type: "finish", usage: oneResponse });
      expect(ledger).toEqual({ reserved: 1, settled: [oneResponse] });
      expect(model.requests[0]?.system).toContain("You add.");
      expect(model.requests[0]?.tools).toEqual(["add"]);
    });

    test("shows reasoning apart from the text", async () => {
      const parts = await all({ script: () => ({ reasoning: "Let me see.", text: "Yes." }) });
      expect(
        find(parts, "reasoning-delta")
          .map(({ delta }) => delta)
          .join("")
          .trim(),
      ).toBe("Let me see.");
      expect(
        find(parts, "text-delta")
          .map(({ delta }) => delta)
          .join(""),
      ).toBe("Yes.");
      expect(parts.findIndex(({ type }) => type === "reasoning-end")).toBeLessThan(
        parts.findIndex(({ type }) => type === "text-start"),
      );
    });

    test("runs tools called in parallel and gives the model each result", async () => {
      const script: Script = ({ messages }) =>
        messages.at(-1)?.role === "tool"
          ? { text: "Done." }
          : { tools: [1, 2].map((left) => ({ name: "add", input: { left, right: 10 } })) };
      const parts = await all({ script });
      expect(find(parts, "tool-result").map(({ result }) => result)).toEqual(["11", "12"]);
      expect(find(parts, "edit").map(({ version, blocks }) => [version, blocks])).toEqual([
        [4, [1]],
        [4, [1]],
      ]);
      expect(find(parts, "finish-step")).toHaveLength(2);
      expect(find(parts, "finish")[0]?.usage.inputTokens).toBe(2 * scriptedUsage.input);
      expect(ledger.reserved).toBe(2);
      const results = model.requests[1]?.messages.filter(({ role }) => role === "tool");
      expect(results?.map(({ text }) => text)).toEqual(["11", "12"]);
    });

    test("tells of a call before the response that follows it", async () => {
      const seen: string[] = [];
      let asked = 0;
      const script: Script = (request) => {
        asked += 1;
        return {
          ...adding({ left: 1, right: 2 })(request),
          delayMs: asked === 2 ? 40 : 0,
        } as ReturnType<Script>;
      };
      for await (const part of turn({ script })) {
        if (part.type === "tool-result") expect(asked).toBeLessThan(3);
        seen.push(part.type);
      }
      expect(seen.indexOf("tool-result")).toBeLessThan(seen.indexOf("finish-step"));
      expect(seen.lastIndexOf("text-start")).toBeGreaterThan(seen.indexOf("tool-result"));
    });

    test.each([
      ["of the wrong shape", { left: "one" }],
      ["with more than was asked for", { left: 1, right: 2, file: "/etc/passwd" }],
      ["that is no JSON", '{"left": 1, "right": '],
      ["that is no object", "[1, 2]"],
    ])("never runs a tool on input %s, and the model may go on", async (_what, input) => {
      const parts = await all({ script: adding(input) });
      expect(ran).toEqual([]);
      expect(find(parts, "tool-result").map(({ isError }) => isError)).toEqual([true]);
      expect(parts.at(-1)?.type).toBe("finish");
    });

    test("tells the model that a tool is unknown, or failed, and goes on", async () => {
      const unknown: Script = ({ messages }) =>
        messages.at(-1)?.role === "tool" ? { text: "Pity." } : { tools: [{ name: "shell", input: {} }] };
      const first = await all({ script: unknown });
      expect(find(first, "tool-result").map(({ isError, toolName }) => [isError, toolName])).toEqual([
        [true, "shell"],
      ]);
      const second = await all({ script: adding({ left: 13, right: 1 }) });
      expect(find(second, "tool-result")[0]?.result).toContain("thirteen is unlucky");
      expect(second.at(-1)?.type).toBe("finish");
      expect(JSON.stringify(model.requests.at(-1)?.messages.at(-1))).toContain("thirteen is unlucky");
    });

    test("ends the turn where a permission is refused, before the tool starts", async () => {
      denial = "signed-out";
      const parts = await all({ script: adding({ left: 1, right: 2 }) });
      expect(ran).toEqual([]);
      expect(find(parts, "tool-call")).toEqual([]);
      expect(find(parts, "tool-denied").map(({ toolName, reason }) => [toolName, reason])).toEqual([
        ["add", "signed-out"],
      ]);
      expect(find(parts, "error")).toEqual([{ type: "error", code: "refused", message: "signed-out" }]);
      expect(find(parts, "finish")).toEqual([]);
    });

    test("sends nothing when the budget refuses", async () => {
      const parts = await all({
        script: () => ({ text: "never" }),
        reserve: async () => ({ ok: false, reason: "budget" }),
      });
      expect(parts.at(-1)).toEqual({ type: "error", code: "refused", message: "budget" });
      expect(model.requests).toEqual([]);
      expect(ledger.settled).toEqual([]);
    });

    test.each([
      [401, "provider-auth"],
      [404, "model-unknown"],
      [400, "provider-refused"],
    ])("says what went wrong when the provider answers %i, and costs nothing", async (status, code) => {
      const parts = await all({ script: () => ({ status }) });
      expect(parts.at(-1)).toMatchObject({ type: "error", code });
      expect(ledger.settled).toMatchObject([{ inputTokens: 0, outputTokens: 0, estimated: false }]);
    });

    test("says so when the stream is cut, and settles an estimate", async () => {
      const parts = await all({ script: () => ({ text: "The first half and then", cut: true }) });
      expect(
        find(parts, "text-delta")
          .map(({ delta }) => delta)
          .join(""),
      ).toContain("The first");
      expect(parts.at(-1)).toMatchObject({ type: "error", code: "stream-cut" });
      expect(ledger.settled).toMatchObject([{ estimated: true }]);
      expect(ledger.settled[0]?.outputTokens).toBeGreaterThan(0);
    });

    test("says so when nobody answers", async () => {
      const closed = await startScriptedModel({ script: () => ({}) });
      await closed.close();
      const parts = await all({
        script: () => ({}),
        route: { provider: "custom", api, model: "m", baseUrl: closed.origin, apiKey: "key-of-the-test" },
      });
      expect(parts.at(-1)).toMatchObject({ type: "error", code: "provider-unreachable" });
    });

    test("closes the request within a second of being stopped, and the next turn works", async () => {
      const stop = new AbortController();
      const script: Script = () => ({ text: "and so on ".repeat(200), chunk: 5, delayMs: 20 });
      let stoppedAt = 0;
      for await (const part of turn({ script, signal: stop.signal })) {
        if (part.type === "text-delta" && part.offset > 20 && stoppedAt === 0) {
          stoppedAt = Date.now();
          stop.abort();
        }
        expect(part.type).not.toBe("finish");
      }
      expect(Date.now() - stoppedAt).toBeLessThan(1000);
      await expect.poll(() => model.aborts).toHaveLength(1);
      expect((model.aborts[0]?.at ?? Infinity) - stoppedAt).toBeLessThan(1000);
      await expect.poll(() => ledger.settled).toMatchObject([{ estimated: true }]);
      const next = await all({ script: () => ({ text: "Here again." }) });
      expect(next.at(-1)?.type).toBe("finish");
    });

    test("remembers the turn before", async () => {
      await all({ script: () => ({ text: "My name is Ada." }), prompt: "Who are you?" });
      const before = session.size();
      await all({ script: () => ({ text: "As I said." }), prompt: "Again?" });
      const texts = model.requests[1]?.messages.map(({ text }) => text);
      expect(texts).toEqual(["Who are you?", "My name is Ada.", "Again?"]);
      expect(before).toBeGreaterThan(0);
      expect(session.size()).toBeGreaterThan(before);
    });
  });
}

async function collected<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = [];
  for await (const item of items) list.push(item);
  return list;
}
