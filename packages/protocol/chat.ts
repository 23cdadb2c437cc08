import { z } from "zod";
import { MAX_NUMBER } from "./document.ts";
import type { Refused } from "./document.ts";
import type { TurnOutcome, TurnPart, TurnState } from "./parts.ts";

/** The socket.io frames of one document's Chat. */

/** Bytes of UTF-8 one message may take. */
export const MAX_MESSAGE_BYTES = 64 * 1024;
/** Instructions to the Planner that may wait behind the playing one. */
export const MAX_QUEUED_TURNS = 20;

const id = z.string().min(1).max(64);

/** `to` is the authority on where a message goes; the composer derives it from `@chopin`. */
export const sendRequest = z.object({
  document: id,
  /** Made by the sender; the same id with the same content is acknowledged again and changes nothing. */
  message: z.uuid(),
  to: z.enum(["room", "planner"]),
  text: z.string().min(1).max(MAX_MESSAGE_BYTES),
});
export type SendRequest = z.infer<typeof sendRequest>;

/** `after`: the last message sequence this page has. */
export const chatOpenRequest = z.object({
  document: id,
  after: z.number().int().min(0).max(MAX_NUMBER).optional(),
});
export const stopRequest = z.object({ document: id, turn: id });
/** Ask again what a stopped, failed, refused or interrupted turn was asked; `message` is the id of the new one. */
export const retryRequest = z.object({ document: id, turn: id, message: z.uuid() });
/** Parts of one turn from `index` on, with the text of the part at `index` in full. */
export const partsRequest = z.object({
  document: id,
  turn: id,
  from: z.number().int().min(0).max(MAX_NUMBER),
});

export type ChatAuthor =
  | { kind: "person"; person: string; name: string }
  | { kind: "planner"; for: { person: string; name: string } }
  | { kind: "system" };

export type ChatMessage = {
  id: string;
  document: string;
  /** Order within the document, from 1, without gaps that matter. */
  sequence: number;
  author: ChatAuthor;
  to: "room" | "planner";
  text: string;
  /** System lines are a code with data, never prose. */
  code?: { name: string; data: Record<string, string | number> };
  /** The turn this message asked for, or (author planner) the turn this entry shows. */
  turn?: string;
  at: string;
};

export type ChatTurn = {
  id: string;
  document: string;
  /** The message that asked. */
  message: string;
  state: TurnState;
  /** Name and id of the person it works for. */
  person: string;
  name: string;
  queuedAt: string;
  startedAt?: string;
  endedAt?: string;
  outcome?: TurnOutcome;
};

/** A stored part: its place in the turn and itself. Text grows in place: the same index comes again, longer. */
export type StoredPart = { index: number; part: TurnPart };

export type PlannerReadiness =
  | { ready: true; model: string }
  /** What to set, so that Chat can say it exactly. */
  | { ready: false; reason: "no-model" | "off"; accepts: string[] };

export type ChatOpenReply =
  | {
      ok: true;
      /** The newest messages (at most 200), oldest first. */
      messages: ChatMessage[];
      more: boolean;
      turns: ChatTurn[];
      parts: Record<string, StoredPart[]>;
      planner: PlannerReadiness;
    }
  | Refused<"not-found" | "forbidden" | "signed-out" | "unavailable">;

export type SendRefusal =
  | "forbidden"
  | "signed-out"
  | "not-found"
  | "archived"
  | "too-large"
  | "changed" // the id was used before for other content
  | "queue-full"
  | "no-model"
  | "unavailable";

export type SendReply = { ok: true; message: ChatMessage; turn?: ChatTurn } | Refused<SendRefusal>;
export type StopReply = { ok: true } | Refused<"forbidden" | "signed-out" | "not-found" | "unavailable">;
export type PartsReply =
  | { ok: true; turn: ChatTurn; parts: StoredPart[] }
  | Refused<"forbidden" | "signed-out" | "not-found" | "unavailable">;

export type PartsFrame = { document: string; turn: string; parts: StoredPart[] };

export type ChatClientEvents = {
  "chat:open": (request: z.infer<typeof chatOpenRequest>, reply: (r: ChatOpenReply) => void) => void;
  "chat:send": (request: SendRequest, reply: (r: SendReply) => void) => void;
  "chat:stop": (request: z.infer<typeof stopRequest>, reply: (r: StopReply) => void) => void;
  "chat:retry": (request: z.infer<typeof retryRequest>, reply: (r: SendReply) => void) => void;
  "chat:parts": (request: z.infer<typeof partsRequest>, reply: (r: PartsReply) => void) => void;
};

export type ChatServerEvents = {
  "chat:message": (message: ChatMessage) => void;
  "chat:turn": (turn: ChatTurn) => void;
  "chat:parts": (frame: PartsFrame) => void;
};
