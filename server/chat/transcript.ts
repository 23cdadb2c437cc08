import type { ChatAuthor, ChatMessage, ChatTurn } from "@chopin/protocol/chat";
import type { TurnOutcome } from "@chopin/protocol/parts";
import type { chatMessages, chatTurns } from "../../db/schema/chat.ts";
import type { Accounts } from "../accounts/accounts.ts";

export type MessageRow = typeof chatMessages.$inferSelect;
export type TurnRow = typeof chatTurns.$inferSelect;

/** Puts people's names to what is stored with their ids. Names do not change, so they are remembered. */
export function createTranscriber({ accounts }: { accounts: Pick<Accounts, "person"> }) {
  const names = new Map<string, string>();

  async function nameOf(person: string): Promise<string> {
    const known = names.get(person);
    if (known !== undefined) return known;
    const name = (await accounts.person(person))?.name ?? "";
    if (names.size > 10_000) names.clear();
    if (name !== "") names.set(person, name);
    return name;
  }

  async function authorOf({ author, person }: MessageRow): Promise<ChatAuthor> {
    if (person === null) return { kind: "system" };
    const somebody = { person, name: await nameOf(person) };
    return author === "planner" ? { kind: "planner", for: somebody } : { kind: "person", ...somebody };
  }

  return {
    nameOf,

    async message(row: MessageRow): Promise<ChatMessage> {
      return {
        id: row.id,
        document: row.document,
        sequence: row.sequence,
        author: await authorOf(row),
        to: row.to,
        text: row.text,
        ...(row.code === null ? {} : { code: row.code as NonNullable<ChatMessage["code"]> }),
        ...(row.turn === null ? {} : { turn: row.turn }),
        at: row.at.toISOString(),
      };
    },

    async turn(row: TurnRow): Promise<ChatTurn> {
      return {
        id: row.id,
        document: row.document,
        message: row.message,
        state: row.state,
        person: row.person,
        name: await nameOf(row.person),
        queuedAt: row.queuedAt.toISOString(),
        ...(row.startedAt === null ? {} : { startedAt: row.startedAt.toISOString() }),
        ...(row.endedAt === null ? {} : { endedAt: row.endedAt.toISOString() }),
        ...(row.outcome === null ? {} : { outcome: row.outcome as TurnOutcome }),
      };
    },
  };
}

export type Transcriber = ReturnType<typeof createTranscriber>;
