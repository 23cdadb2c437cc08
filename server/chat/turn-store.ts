import { and, asc, count, desc, eq, gte, inArray, isNotNull, ne, sql } from "drizzle-orm";
import type { StoredPart } from "@chopin/protocol/chat";
import type { TurnOutcome, TurnPart } from "@chopin/protocol/parts";
import type { Db, Tx } from "../../db/client.ts";
import { chatParts, chatTurns } from "../../db/schema/chat.ts";
import { lockTranscript } from "./message-store.ts";
import type { TurnRow } from "./transcript.ts";

/** Seconds a process may be silent before its turn counts as interrupted. */
const leaseSeconds = 5;
const leaseEnd = sql`now() + make_interval(secs => ${leaseSeconds})`;

export async function findTurn(db: Tx, id: string): Promise<TurnRow | null> {
  const [row] = await db.select().from(chatTurns).where(eq(chatTurns.id, id));
  return row ?? null;
}

export async function findTurns(db: Db, ids: readonly string[]): Promise<TurnRow[]> {
  if (ids.length === 0) return [];
  return await db
    .select()
    .from(chatTurns)
    .where(inArray(chatTurns.id, [...ids]))
    .orderBy(asc(chatTurns.place));
}

/** The turns of a document that wait or play. */
export async function livingTurns(db: Db, document: string): Promise<TurnRow[]> {
  return await db
    .select()
    .from(chatTurns)
    .where(and(eq(chatTurns.document, document), inArray(chatTurns.state, ["queued", "playing"])))
    .orderBy(asc(chatTurns.place));
}

export async function countQueued(tx: Tx, document: string): Promise<number> {
  const [row] = await tx
    .select({ waiting: count() })
    .from(chatTurns)
    .where(and(eq(chatTurns.document, document), eq(chatTurns.state, "queued")));
  return row?.waiting ?? 0;
}

/** Takes a document's next turn for the process `lease`, or null when one plays already or none waits. */
export async function claimNext(
  db: Db,
  { document, lease, now }: { document: string; lease: string; now: Date },
): Promise<TurnRow | null> {
  return await db.transaction(async (tx) => {
    await lockTranscript(tx, document);
    const living = await tx
      .select()
      .from(chatTurns)
      .where(and(eq(chatTurns.document, document), inArray(chatTurns.state, ["queued", "playing"])))
      .orderBy(asc(chatTurns.place));
    const next = living[0];
    if (next === undefined || living.some(({ state }) => state === "playing")) return null;
    const [claimed] = await tx
      .update(chatTurns)
      .set({ state: "playing", startedAt: now, lease, leaseUntil: leaseEnd })
      .where(eq(chatTurns.id, next.id))
      .returning();
    return claimed ?? null;
  });
}

/**
 * Says that this process still plays its turns. Returns which of them are still its own, each with the name of whoever
 * stopped it, or null.
 */
export async function renewLeases(db: Db, lease: string): Promise<Map<string, string | null>> {
  const rows = await db
    .update(chatTurns)
    .set({ leaseUntil: leaseEnd })
    .where(and(eq(chatTurns.lease, lease), eq(chatTurns.state, "playing")))
    .returning({ id: chatTurns.id, stoppedBy: chatTurns.stoppedBy });
  return new Map(rows.map(({ id, stoppedBy }) => [id, stoppedBy]));
}

/** Leaves word for the process that plays a turn that it is to stop. */
export async function recordStop(tx: Tx, { id, by }: { id: string; by: string }): Promise<void> {
  await tx
    .update(chatTurns)
    .set({ stoppedBy: by })
    .where(and(eq(chatTurns.id, id), eq(chatTurns.state, "playing")));
}

/** Playing turns whose process is gone; with `alone`, all that no living process of ours can be playing. */
export async function deadTurns(
  db: Db,
  { lease, alone }: { lease: string; alone: boolean },
): Promise<TurnRow[]> {
  return await db
    .select()
    .from(chatTurns)
    .where(
      and(
        eq(chatTurns.state, "playing"),
        ne(chatTurns.lease, lease),
        alone ? undefined : sql`${chatTurns.leaseUntil} < now()`,
      ),
    );
}

/** Documents with something to play and nothing playing. */
export async function waitingDocuments(db: Db): Promise<string[]> {
  const rows = await db
    .select({
      document: chatTurns.document,
      states: sql<string>`string_agg(distinct ${chatTurns.state}, ' ')`,
    })
    .from(chatTurns)
    .where(inArray(chatTurns.state, ["queued", "playing"]))
    .groupBy(chatTurns.document);
  return rows.filter(({ states }) => states === "queued").map(({ document }) => document);
}

/** The turn that ran before in this document. */
export async function previousTurn(
  db: Db,
  { document, id }: { document: string; id: string },
): Promise<TurnRow | null> {
  const [row] = await db
    .select()
    .from(chatTurns)
    .where(and(eq(chatTurns.document, document), ne(chatTurns.id, id), isNotNull(chatTurns.startedAt)))
    .orderBy(desc(chatTurns.startedAt))
    .limit(1);
  return row ?? null;
}

/** Ends a turn that is in `from`, held by `lease` where it plays. Null when it is no longer so. */
export async function endTurn(
  tx: Tx,
  {
    id,
    from,
    lease,
    outcome,
    now,
  }: { id: string; from: "queued" | "playing"; lease: string | null; outcome: TurnOutcome; now: Date },
): Promise<TurnRow | null> {
  const [row] = await tx
    .update(chatTurns)
    .set({ state: outcome.state, outcome, endedAt: now, lease: null, leaseUntil: null })
    .where(
      and(
        eq(chatTurns.id, id),
        eq(chatTurns.state, from),
        lease === null ? undefined : eq(chatTurns.lease, lease),
      ),
    )
    .returning();
  return row ?? null;
}

/** Stores parts over whatever stands at their places. */
export async function storeParts(tx: Tx, turn: string, parts: readonly StoredPart[]): Promise<void> {
  for (let at = 0; at < parts.length; at += 500) {
    await tx
      .insert(chatParts)
      .values(parts.slice(at, at + 500).map(({ index, part }) => ({ turn, index, part })))
      .onConflictDoUpdate({ target: [chatParts.turn, chatParts.index], set: { part: sql`excluded.part` } });
  }
}

/** The parts of turns, in order. */
export async function loadParts(
  db: Tx,
  { turns, from = 0 }: { turns: readonly string[]; from?: number },
): Promise<Map<string, StoredPart[]>> {
  const found = new Map<string, StoredPart[]>();
  if (turns.length === 0) return found;
  const rows = await db
    .select()
    .from(chatParts)
    .where(and(inArray(chatParts.turn, [...turns]), gte(chatParts.index, from)))
    .orderBy(asc(chatParts.turn), asc(chatParts.index));
  for (const { turn, index, part } of rows) {
    const list = found.get(turn) ?? [];
    found.set(turn, list);
    list.push({ index, part: part as TurnPart });
  }
  return found;
}
