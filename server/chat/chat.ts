import { eq } from "drizzle-orm";
import type {
  ChatOpenReply,
  PartsReply,
  SendReply,
  SendRequest,
  StopReply,
  StoredPart,
} from "@chopin/protocol/chat";
import type { Db } from "../../db/client.ts";
import { chatMessages } from "../../db/schema/chat.ts";
import type { Access } from "../access/access.ts";
import type { Accounts } from "../accounts/accounts.ts";
import type { Clock } from "../base/clock.ts";
import { messageOf } from "../base/errors.ts";
import type { Events } from "../base/events.ts";
import { isUuid, type Ids } from "../base/ids.ts";
import type { Log } from "../base/log.ts";
import type { Principal } from "../base/principal.ts";
import { documentChanged, type Documents } from "../documents/documents.ts";
import type { Planner } from "../planner/planner.ts";
import { chatMessage, chatTurn, turnStopped } from "./chat-events.ts";
import { appendMessage, findMessage, lockTranscript, newestMessages, plannerEntry } from "./message-store.ts";
import { storable } from "./play-turn.ts";
import { fits, storeMessage } from "./send.ts";
import { createTranscriber, type TurnRow } from "./transcript.ts";
import { TurnQueue } from "./turn-queue.ts";
import * as turns from "./turn-store.ts";

export { chatMessage, chatParts, chatTurn } from "./chat-events.ts";

/** Messages a page is given on opening. */
const newest = 200;
/** Turns of those whose parts it is given along; of older ones it asks. */
const newestTurns = 30;

type Place = { document: string; repository: string; archived: boolean };
type NoPlace = { ok: false; reason: "not-found" | "forbidden" | "signed-out" };

export type Chat = ReturnType<typeof createChat>;

/**
 * One durable conversation a document, and the queue of what the Planner is asked in it. Every call asks access:
 * reading needs `read`; sending, stopping and asking again need `write`.
 */
export function createChat({
  documents,
  planner,
  access,
  accounts,
  ...ground
}: {
  db: Db;
  events: Events;
  clock: Clock;
  ids: Ids;
  log: Log;
  access: Pick<Access, "check">;
  accounts: Pick<Accounts, "person">;
  documents: Pick<Documents, "summary">;
  planner: Pick<Planner, "turn" | "readiness">;
}) {
  const { db, events, clock, ids, log } = ground;
  const transcriber = createTranscriber({ accounts });
  const queue = new TurnQueue({ ...ground, planner, transcriber });
  const unsubscribe = events.on(documentChanged, ({ id: document, removed }) => {
    if (!removed) return;
    queue.endAllOf(document);
    // Turns and their parts go with the messages.
    db.delete(chatMessages)
      .where(eq(chatMessages.document, document))
      .catch((error: unknown) => log.error("a chat was not removed", { document, reason: messageOf(error) }));
  });

  async function enter(
    principal: Principal,
    { document, right }: { document: string; right: "read" | "write" },
  ): Promise<({ ok: true } & Place) | NoPlace> {
    if (!isUuid(document)) return { ok: false, reason: "not-found" };
    const found = await documents.summary(principal, { id: document });
    if (!found.ok) return found;
    const { repository, archivedAt } = found.document;
    const allowed = await access.check(principal, right, { repository });
    return allowed.ok ? { ok: true, document, repository, archived: archivedAt !== null } : allowed;
  }

  /** A turn of this document, or null. */
  async function turnOf(document: string, id: string): Promise<TurnRow | null> {
    const row = isUuid(id) ? await turns.findTurn(db, id) : null;
    return row?.document === document ? row : null;
  }

  async function partsOf(ids: readonly string[], from = 0): Promise<Map<string, StoredPart[]>> {
    const parts = await turns.loadParts(db, { turns: ids, from });
    for (const id of ids) {
      const live = queue.live(id);
      if (live !== null) parts.set(id, live.slice(from));
    }
    return parts;
  }

  async function send(principal: Principal, request: SendRequest): Promise<SendReply> {
    const place = await enter(principal, { document: request.document, right: "write" });
    if (!place.ok) return place;
    const text = storable(request.text);
    if (!fits(text)) return { ok: false, reason: "too-large" };
    const noModel = request.to === "planner" && !planner.readiness().ready;
    const sent = await db.transaction((tx) =>
      storeMessage(tx, {
        principal,
        request: { ...request, text },
        repository: place.repository,
        turn: ids.uuid(),
        now: clock.now(),
        refusal: place.archived ? "archived" : noModel ? "no-model" : null,
      }),
    );
    if (!sent.ok) return sent;
    const message = await transcriber.message(sent.message);
    const turn = sent.turn === null ? null : await transcriber.turn(sent.turn);
    if (sent.isNew) {
      events.publish(chatMessage, message);
      if (turn !== null) events.publish(chatTurn, turn);
    }
    if (turn?.state === "queued") void queue.pump(request.document);
    return { ok: true, message, ...(turn === null ? {} : { turn }) };
  }

  return {
    /** The newest messages, at most 200, with the turns and what they did, those that play up to this moment. */
    async open(
      principal: Principal,
      { document, after = 0 }: { document: string; after?: number | undefined },
    ): Promise<ChatOpenReply> {
      const place = await enter(principal, { document, right: "read" });
      if (!place.ok) return place;
      const { rows, more } = await newestMessages(db, { document, after, limit: newest });
      const living = await turns.livingTurns(db, document);
      const named = rows.flatMap(({ turn }) => (turn === null ? [] : [turn]));
      const found = await turns.findTurns(db, [...new Set([...named, ...living.map(({ id }) => id)])]);
      const parts = await partsOf(found.slice(-newestTurns).map(({ id }) => id));
      return {
        ok: true,
        messages: await Promise.all(rows.map((row) => transcriber.message(row))),
        more,
        turns: await Promise.all(found.map((row) => transcriber.turn(row))),
        parts: Object.fromEntries(parts),
        planner: planner.readiness(),
      };
    },

    /**
     * Says something to the room, or asks the Planner. Sending the same message again is harmless. Without a model
     * the Planner cannot be asked, and then nothing is posted.
     */
    send,

    /** Stops a turn that plays, or takes back one that waits, in the name of whoever says so. */
    async stop(
      principal: Principal,
      { document, turn }: { document: string; turn: string },
    ): Promise<StopReply> {
      const place = await enter(principal, { document, right: "write" });
      if (!place.ok) return place;
      const by = await transcriber.nameOf(principal.person);
      const now = clock.now();
      const taken = await db.transaction(async (tx) => {
        await lockTranscript(tx, document);
        const row = isUuid(turn) ? await turns.findTurn(tx, turn) : null;
        if (row?.document !== document) return null;
        if (row.state === "playing") await turns.recordStop(tx, { id: turn, by });
        if (row.state !== "queued") return { row, ended: null };
        const outcome = { state: "stopped", by, afterMs: 0, edits: 0 } as const;
        const ended = await turns.endTurn(tx, { id: turn, from: "queued", lease: null, outcome, now });
        if (ended === null) return { row, ended };
        await turns.storeParts(tx, turn, [{ index: 0, part: { type: "end", outcome } }]);
        const entry = plannerEntry(ended, { id: ids.uuid(), text: "", at: now });
        return { row, ended, message: await appendMessage(tx, entry) };
      });
      if (taken === null) return { ok: false, reason: "not-found" };
      if (taken.ended !== null) {
        events.publish(chatTurn, await transcriber.turn(taken.ended));
        events.publish(chatMessage, await transcriber.message(taken.message));
      } else if (taken.row.state === "playing") {
        events.publish(turnStopped, { turn, by });
      }
      return { ok: true };
    },

    /** Asks again what a turn was asked that came to nothing, as a new message of whoever says so. */
    async retry(
      principal: Principal,
      { document, turn, message }: { document: string; turn: string; message: string },
    ): Promise<SendReply> {
      const place = await enter(principal, { document, right: "write" });
      if (!place.ok) return place;
      const row = await turnOf(document, turn);
      if (row === null || ["queued", "playing", "done"].includes(row.state)) {
        return { ok: false, reason: "not-found" };
      }
      const asked = await findMessage(db, row.message);
      if (asked === null) return { ok: false, reason: "not-found" };
      return await send(principal, { document, message, to: "planner", text: asked.text });
    },

    /** What a turn did from one part on, that part in full. */
    async parts(
      principal: Principal,
      { document, turn, from }: { document: string; turn: string; from: number },
    ): Promise<PartsReply> {
      const place = await enter(principal, { document, right: "read" });
      if (!place.ok) return place;
      const row = await turnOf(document, turn);
      if (row === null) return { ok: false, reason: "not-found" };
      const parts = (await partsOf([turn], from)).get(turn) ?? [];
      return { ok: true, turn: await transcriber.turn(row), parts };
    },

    /**
     * To be called once at the start: marks turns as interrupted whose process is gone, never to be played again, and
     * plays those that wait. With `alone` no other process can be playing, so nothing is waited for.
     */
    recover: (options: { alone: boolean }) => queue.recover(options),

    /** Interrupts the turns that play here and stores what they did. */
    async close(): Promise<void> {
      unsubscribe();
      await queue.close();
    },
  };
}
