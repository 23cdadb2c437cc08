import type {
  ChatMessage,
  ChatOpenReply,
  ChatTurn,
  PlannerReadiness,
  StoredPart,
} from "@chopin/protocol/chat";

/** Everything a page knows of one document's Chat. Replaced, never changed, so that views compare by identity. */
export type ChatState = {
  phase: "opening" | "open" | "refused";
  /** Why it cannot be read, in phase "refused". */
  refusal?: Extract<ChatOpenReply, { ok: false }>["reason"];
  /** Oldest first. */
  messages: readonly ChatMessage[];
  /** True when older messages exist than the newest the server sent. */
  more: boolean;
  turns: Readonly<Record<string, ChatTurn>>;
  parts: Readonly<Record<string, readonly StoredPart[]>>;
  planner: PlannerReadiness | null;
};

export const EMPTY_CHAT: ChatState = {
  phase: "opening",
  messages: [],
  more: false,
  turns: {},
  parts: {},
  planner: null,
};

/** What the server says on opening, laid over what is known: frames may have overtaken the reply. */
export function opened(state: ChatState, reply: Extract<ChatOpenReply, { ok: true }>): ChatState {
  let next: ChatState = { ...state, phase: "open", more: reply.more, planner: reply.planner };
  delete next.refusal;
  for (const message of reply.messages) next = withMessage(next, message);
  for (const turn of reply.turns) next = withTurn(next, turn);
  for (const [turn, parts] of Object.entries(reply.parts)) next = withParts(next, turn, parts);
  return next;
}

/** Adds a message at its place; one that is known already changes nothing. */
export function withMessage(state: ChatState, message: ChatMessage): ChatState {
  if (state.messages.some((known) => known.id === message.id)) return state;
  const messages = [...state.messages, message];
  if ((state.messages.at(-1)?.sequence ?? 0) > message.sequence)
    messages.sort((a, b) => a.sequence - b.sequence);
  return { ...state, messages };
}

/** Takes a turn's news; an ended turn does not come back to life by a frame that was late. */
export function withTurn(state: ChatState, turn: ChatTurn): ChatState {
  const known = state.turns[turn.id];
  if (known && ORDER[known.state] > ORDER[turn.state]) return state;
  return { ...state, turns: { ...state.turns, [turn.id]: turn } };
}

/** Lays parts over those known, by index: of the same index the longer text stays. */
export function withParts(state: ChatState, turn: string, news: readonly StoredPart[]): ChatState {
  if (news.length === 0) return state;
  const parts = [...(state.parts[turn] ?? [])];
  for (const part of news) {
    const place = parts.findLastIndex((known) => known.index <= part.index);
    const known = parts[place];
    if (known?.index !== part.index) parts.splice(place + 1, 0, part);
    else if (textLength(part) >= textLength(known)) parts[place] = part;
  }
  return { ...state, parts: { ...state.parts, [turn]: parts } };
}

/**
 * The index from which a turn's parts have to be fetched, or null when nothing is missing: parts are numbered from
 * 0 without gaps.
 */
export function missingFrom(parts: readonly StoredPart[]): number | null {
  const gap = parts.findIndex((part, place) => part.index !== place);
  return gap < 0 ? null : gap;
}

const ORDER: Record<ChatTurn["state"], number> = {
  queued: 0,
  playing: 1,
  done: 2,
  stopped: 2,
  failed: 2,
  refused: 2,
  interrupted: 2,
};

function textLength({ part }: StoredPart): number {
  return part.type === "text-delta" || part.type === "reasoning-delta" ? part.delta.length : 0;
}
