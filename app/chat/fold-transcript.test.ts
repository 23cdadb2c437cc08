import { expect, test } from "vitest";
import type { ChatMessage, ChatTurn } from "@chopin/protocol/chat";
import { foldTranscript, queueOf } from "./fold-transcript.ts";

let sequence = 0;
const said = (name: string, at: string, more: Partial<ChatMessage> = {}): ChatMessage => ({
  id: `m${(sequence += 1)}`,
  document: "d",
  sequence,
  author: { kind: "person", person: name, name },
  to: "room",
  text: "…",
  at: `2026-10-02T${at}:00Z`,
  ...more,
});
const turn = (id: string, state: ChatTurn["state"], at = "10:00"): ChatTurn => ({
  id,
  document: "d",
  message: "m",
  state,
  person: "mira",
  name: "Mira",
  queuedAt: `2026-10-02T${at}:00Z`,
});
const day = (at: string) => Math.floor(Date.parse(at) / 86_400_000);
const fold = (messages: ChatMessage[], turns: ChatTurn[] = []) =>
  foldTranscript({ messages, turns: Object.fromEntries(turns.map((turn) => [turn.id, turn])) }, day);

test("one author within five minutes shares the mark; another author or a pause does not", () => {
  const entries = fold([
    said("jonas", "09:41"),
    said("jonas", "09:44"),
    said("aiko", "09:45"),
    said("aiko", "09:51"),
  ]);
  expect(entries.map((entry) => entry.kind === "said" && entry.continued)).toEqual([
    false,
    true,
    false,
    false,
  ]);
});

test("a new day is announced and breaks a group", () => {
  const next = { ...said("jonas", "00:01"), at: "2026-10-03T00:01:00Z" };
  const entries = fold([said("jonas", "23:59"), next]);
  expect(entries.map((entry) => entry.kind)).toEqual(["said", "day", "said"]);
});

test("a playing turn that has no entry of its own stands last", () => {
  const entries = fold([said("mira", "10:24", { to: "planner", turn: "t" })], [turn("t", "playing")]);
  expect(entries.map((entry) => entry.kind)).toEqual(["said", "turn"]);
});

test("a turn with an entry of its own stands there, once", () => {
  const own = said("x", "10:25", {
    author: { kind: "planner", for: { person: "mira", name: "Mira" } },
    turn: "t",
  });
  const entries = fold(
    [said("mira", "10:24", { turn: "t" }), own, said("jonas", "10:26")],
    [turn("t", "done")],
  );
  expect(entries.map((entry) => entry.kind)).toEqual(["said", "turn", "said"]);
});

test("a queued turn is a note at the message that asked, and the queue keeps its order", () => {
  const waiting = [turn("b", "queued", "10:02"), turn("a", "queued", "10:01")];
  expect(fold([said("mira", "10:01", { turn: "a" })], waiting)[0]).toMatchObject({ queued: { id: "a" } });
  expect(queueOf(Object.fromEntries(waiting.map((turn) => [turn.id, turn]))).map((turn) => turn.id)).toEqual([
    "a",
    "b",
  ]);
});
