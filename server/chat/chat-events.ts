import type { ChatMessage, ChatTurn, PartsFrame } from "@chopin/protocol/chat";
import { defineEvent } from "../base/events.ts";

/** A message is in the transcript. */
export const chatMessage = defineEvent<ChatMessage>("chat.message");
/** A turn is queued, plays or ended. */
export const chatTurn = defineEvent<ChatTurn>("chat.turn");
/** A turn went on. Ahead of the database by at most a second; a page that missed one asks for the parts. */
export const chatParts = defineEvent<PartsFrame>("chat.parts");
/** Somebody stopped a turn; whichever process plays it ends it. */
export const turnStopped = defineEvent<{ turn: string; by: string }>("chat.turnStopped");
