import { and, desc, eq, gt, isNotNull, lt, max, ne, or, sql } from "drizzle-orm";
import type { Db, Tx } from "../../db/client.ts";
import { chatMessages } from "../../db/schema/chat.ts";
import type { MessageRow, TurnRow } from "./transcript.ts";

export type NewMessage = Omit<MessageRow, "sequence">;

/** The transcript's own entry of a turn that ended, which gives it its place there. */
export function plannerEntry(
  { document, person, id: turn }: TurnRow,
  { id, text, at }: { id: string; text: string; at: Date },
): NewMessage {
  return { id, document, author: "planner", person, via: "planner", to: "room", text, code: null, turn, at };
}

/** One at a time writes to a document's transcript; ends with the transaction. */
export async function lockTranscript(tx: Tx, document: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`chat ${document}`}, 0))`);
}

/** Puts a message at the end of its document's transcript. The transcript must be locked. */
export async function appendMessage(tx: Tx, message: NewMessage): Promise<MessageRow> {
  const [last] = await tx
    .select({ sequence: max(chatMessages.sequence) })
    .from(chatMessages)
    .where(eq(chatMessages.document, message.document));
  const row = { ...message, sequence: (last?.sequence ?? 0) + 1 };
  await tx.insert(chatMessages).values(row);
  return row;
}

export async function findMessage(tx: Tx, id: string): Promise<MessageRow | null> {
  const [row] = await tx.select().from(chatMessages).where(eq(chatMessages.id, id));
  return row ?? null;
}

/** The newest messages, oldest first, and whether there are older ones. */
export async function newestMessages(
  db: Db,
  { document, after, limit }: { document: string; after: number; limit: number },
): Promise<{ rows: MessageRow[]; more: boolean }> {
  const rows = await db
    .select()
    .from(chatMessages)
    .where(and(eq(chatMessages.document, document), gt(chatMessages.sequence, after)))
    .orderBy(desc(chatMessages.sequence))
    .limit(limit + 1);
  return { rows: rows.slice(0, limit).toReversed(), more: rows.length > limit };
}

/**
 * What the Planner may be told when it comes to the instruction at `place`: what was said before it, and what the
 * Planner itself said since, but not the instructions that wait behind. Oldest first.
 */
export async function saidBefore(
  db: Db,
  { document, place, limit }: { document: string; place: number; limit: number },
): Promise<MessageRow[]> {
  const rows = await db
    .select()
    .from(chatMessages)
    .where(
      and(
        eq(chatMessages.document, document),
        isNotNull(chatMessages.person),
        ne(chatMessages.text, ""),
        or(lt(chatMessages.sequence, place), eq(chatMessages.author, "planner")),
      ),
    )
    .orderBy(desc(chatMessages.sequence))
    .limit(limit);
  return rows.toReversed();
}
