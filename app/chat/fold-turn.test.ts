import { expect, test } from "vitest";
import type { TurnPart } from "@chopin/protocol/parts";
import { foldTurn } from "./fold-turn.ts";

const at = "2026-10-02T10:24:00Z";
const stored = (...parts: TurnPart[]) => parts.map((part, index) => ({ index, part }));
const call = (toolCallId: string, toolName = "read_plan"): TurnPart => ({
  type: "tool-call",
  toolCallId,
  toolName,
  input: {},
  at,
});
const result = (toolCallId: string, tookMs = 300): TurnPart => ({
  type: "tool-result",
  toolCallId,
  toolName: "read_plan",
  result: "ok",
  isError: false,
  tookMs,
});

test("a turn without parts is starting", () => {
  expect(foldTurn([])).toEqual({ tools: [], texts: [], doing: { kind: "starting" }, edits: 0 });
});

test("a call without a result is what happens now, and thinking follows its result", () => {
  expect(foldTurn(stored(call("a"))).doing).toMatchObject({ kind: "tool", tool: { id: "a" } });
  expect(foldTurn(stored(call("a"), result("a"))).doing).toEqual({ kind: "thinking" });
});

test("of calls side by side, the one still running is named", () => {
  const view = foldTurn(stored(call("a"), call("b"), result("b")));
  expect(view.doing).toMatchObject({ kind: "tool", tool: { id: "a" } });
  expect(view.tools.map((tool) => tool.result?.tookMs)).toEqual([undefined, 300]);
});

test("a delta is placed at its offset, so one that comes twice is not doubled", () => {
  const view = foldTurn(
    stored(
      { type: "text-start", id: "t" },
      { type: "text-delta", id: "t", offset: 0, delta: "The stages " },
      { type: "text-delta", id: "t", offset: 0, delta: "The stages are" },
      { type: "text-delta", id: "t", offset: 14, delta: " in." },
    ),
  );
  expect(view.texts).toEqual([{ id: "t", text: "The stages are in." }]);
  expect(view.doing).toEqual({ kind: "writing" });
});

test("an edit is counted and stands at its call", () => {
  const view = foldTurn(
    stored(call("e", "edit_plan"), { type: "edit", toolCallId: "e", version: 9, blocks: [3], operations: 1 }),
  );
  expect(view.edits).toBe(1);
  expect(view.tools[0]?.edited).toEqual([3]);
});

test("a refused permission ends its call with the reason", () => {
  const view = foldTurn(
    stored({ type: "tool-denied", toolCallId: "x", toolName: "read_plan", reason: "read-only" }),
  );
  expect(view.tools[0]?.denied).toBe("read-only");
  expect(view.doing).toEqual({ kind: "thinking" });
});
