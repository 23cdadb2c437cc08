import type { ChatMessage, ChatTurn } from "@chopin/protocol/chat";

/** What stands in the transcript, from top to bottom. */
export type Entry =
  | { kind: "day"; key: string; at: string }
  /** `continued`: same author within five minutes, so the mark and the name are not repeated. */
  | { kind: "said"; key: string; message: ChatMessage; continued: boolean; queued?: ChatTurn }
  | { kind: "turn"; key: string; turn: ChatTurn }
  | { kind: "system"; key: string; message: ChatMessage };

/** Milliseconds within which consecutive entries of one author share the mark. */
const TOGETHER = 5 * 60_000;

export type Transcript = { messages: readonly ChatMessage[]; turns: Readonly<Record<string, ChatTurn>> };

/**
 * The transcript as a list. A turn stands where the Planner's own entry is, or, before that is stored, at the end
 * in order of start; a queued turn is a note at the message that asked. `dayOf` counts days in the reader's zone.
 */
export function foldTranscript({ messages, turns }: Transcript, dayOf: (at: string) => number): Entry[] {
  const entries: Entry[] = [];
  const shown = new Set<string>();
  let before: ChatMessage | undefined;
  let day: number | undefined;
  for (const message of messages) {
    const today = dayOf(message.at);
    if (day !== undefined && today !== day) {
      entries.push({ kind: "day", key: `day ${today}`, at: message.at });
      before = undefined;
    }
    day = today;
    entries.push(entryOf(message, before, turns));
    if (message.author.kind === "planner" && message.turn) shown.add(message.turn);
    before = message;
  }
  const rest = Object.values(turns).filter((turn) => turn.state !== "queued" && !shown.has(turn.id));
  for (const turn of rest.sort(byStart)) entries.push({ kind: "turn", key: turn.id, turn });
  return entries;
}

/** Turns that wait, first first. */
export function queueOf(turns: Readonly<Record<string, ChatTurn>>): ChatTurn[] {
  return Object.values(turns)
    .filter((turn) => turn.state === "queued")
    .sort((a, b) => a.queuedAt.localeCompare(b.queuedAt));
}

function entryOf(message: ChatMessage, before: ChatMessage | undefined, turns: Transcript["turns"]): Entry {
  const key = message.id;
  const turn = message.turn ? turns[message.turn] : undefined;
  if (message.author.kind === "system") return { kind: "system", key, message };
  if (message.author.kind === "planner") {
    return turn ? { kind: "turn", key: turn.id, turn } : { kind: "said", key, message, continued: false };
  }
  const continued = before !== undefined && sameAuthor(before, message) && near(before, message);
  return { kind: "said", key, message, continued, ...(turn?.state === "queued" ? { queued: turn } : {}) };
}

function sameAuthor({ author: a }: ChatMessage, { author: b }: ChatMessage): boolean {
  return a.kind === "person" && b.kind === "person" && a.person === b.person;
}

function near(a: ChatMessage, b: ChatMessage): boolean {
  return Date.parse(b.at) - Date.parse(a.at) < TOGETHER;
}

function byStart(a: ChatTurn, b: ChatTurn): number {
  return (a.startedAt ?? a.queuedAt).localeCompare(b.startedAt ?? b.queuedAt);
}
