import {
  MAX_MESSAGE_BYTES,
  MAX_QUEUED_TURNS,
  type SendRefusal,
  type SendRequest,
} from "@chopin/protocol/chat";
import type { Tx } from "../../db/client.ts";
import { chatTurns } from "../../db/schema/chat.ts";
import type { Principal } from "../base/principal.ts";
import { appendMessage, findMessage, lockTranscript } from "./message-store.ts";
import type { MessageRow, TurnRow } from "./transcript.ts";
import { countQueued, findTurn } from "./turn-store.ts";

export type Sent = { ok: true; message: MessageRow; turn: TurnRow | null; isNew: boolean };
export type NotSent = { ok: false; reason: SendRefusal };

/** True while a message is short enough. */
export function fits(text: string): boolean {
  return Buffer.byteLength(text, "utf8") <= MAX_MESSAGE_BYTES;
}

/**
 * Stores a message and the turn it asks for, both or neither. The same id with the same content is what was stored
 * before; with other content, or from somebody else, it is refused.
 */
export async function storeMessage(
  tx: Tx,
  {
    principal,
    request,
    repository,
    turn,
    now,
    refusal,
  }: {
    principal: Principal;
    /** The text is storable. */
    request: SendRequest;
    repository: string;
    /** Id for the turn, used where one is asked for. */
    turn: string;
    now: Date;
    /** Why a new message cannot be taken now; a resend is acknowledged all the same. */
    refusal: SendRefusal | null;
  },
): Promise<Sent | NotSent> {
  const { document, message: id, to, text } = request;
  await lockTranscript(tx, document);
  const known = await findMessage(tx, id);
  if (known !== null) {
    const same =
      known.document === document &&
      known.author === "person" &&
      known.person === principal.person &&
      known.to === to &&
      known.text === text;
    if (!same) return { ok: false, reason: "changed" };
    return {
      ok: true,
      message: known,
      turn: known.turn === null ? null : await findTurn(tx, known.turn),
      isNew: false,
    };
  }
  if (refusal !== null) return { ok: false, reason: refusal };
  if (to === "planner" && (await countQueued(tx, document)) >= MAX_QUEUED_TURNS) {
    return { ok: false, reason: "queue-full" };
  }
  const message = await appendMessage(tx, {
    id,
    document,
    author: "person",
    person: principal.person,
    via: principal.via,
    to,
    text,
    code: null,
    turn: to === "planner" ? turn : null,
    at: now,
  });
  if (to === "room") return { ok: true, message, turn: null, isNew: true };
  const [queued] = await tx
    .insert(chatTurns)
    .values({
      id: turn,
      document,
      repository,
      message: id,
      place: message.sequence,
      state: "queued",
      person: principal.person,
      login: principal.login ?? null,
      queuedAt: now,
    })
    .returning();
  return { ok: true, message, turn: queued ?? null, isNew: true };
}
