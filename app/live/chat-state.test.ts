import { expect, test } from "vitest";
import type { ChatMessage, ChatTurn } from "@chopin/protocol/chat";
import { EMPTY_CHAT, missingFrom, opened, withMessage, withParts, withTurn } from "./chat-state.ts";

const message = (sequence: number): ChatMessage => ({
  id: `m${sequence}`,
  document: "d",
  sequence,
  author: { kind: "person", person: "mira", name: "Mira" },
  to: "room",
  text: "…",
  at: "2026-10-02T10:00:00Z",
});
const turn = (state: ChatTurn["state"]): ChatTurn => ({
  id: "t",
  document: "d",
  message: "m1",
  state,
  person: "mira",
  name: "Mira",
  queuedAt: "2026-10-02T10:00:00Z",
});
const delta = (index: number, delta: string) => ({
  index,
  part: { type: "text-delta" as const, id: "a", offset: 0, delta },
});

test("a message that overtook the opening reply is not doubled and stands in order", () => {
  const early = withMessage(EMPTY_CHAT, message(3));
  const state = opened(early, {
    ok: true,
    messages: [message(2), message(3)],
    more: false,
    turns: [],
    parts: {},
    planner: { ready: true, model: "x" },
  });
  expect(state.messages.map((known) => known.sequence)).toEqual([2, 3]);
  expect(state.phase).toBe("open");
});

test("an ended turn is not revived by a late frame", () => {
  const state = withTurn(withTurn(EMPTY_CHAT, turn("stopped")), turn("playing"));
  expect(state.turns["t"]?.state).toBe("stopped");
});

test("text grows in place and never shrinks", () => {
  let state = withParts(EMPTY_CHAT, "t", [delta(0, "The")]);
  state = withParts(state, "t", [delta(0, "The stages")]);
  state = withParts(state, "t", [delta(0, "The st")]);
  expect(state.parts["t"]).toEqual([delta(0, "The stages")]);
});

test("parts that arrive out of order are sorted, and a gap is found", () => {
  const state = withParts(withParts(EMPTY_CHAT, "t", [delta(2, "c")]), "t", [delta(0, "a")]);
  expect(state.parts["t"]?.map((part) => part.index)).toEqual([0, 2]);
  expect(missingFrom(state.parts["t"] ?? [])).toBe(1);
  expect(missingFrom([delta(0, "a"), delta(1, "b")])).toBeNull();
});
