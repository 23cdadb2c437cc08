import type { DefaultEventsMap, Server, Socket } from "socket.io";
import type { ChatClientEvents, ChatServerEvents } from "@chopin/protocol/chat";
import type { ConnectionClientEvents } from "@chopin/protocol/connection";
import type { DocumentClientEvents, DocumentServerEvents } from "@chopin/protocol/document";
import type { Principal } from "../../base/principal.ts";

/**
 * What a socket knows of itself: who it acts for, and which documents and which Chats it has open.
 * `closed`: documents it shows but may not read at present; it is told when it may.
 */
export type SocketData = {
  principal: Principal;
  person: { id: string; name: string };
  documents: Set<string>;
  chats: Set<string>;
  closed: Set<string>;
};

type ClientEvents = ConnectionClientEvents & DocumentClientEvents & ChatClientEvents;
type ServerEvents = DocumentServerEvents & ChatServerEvents;

export type LiveServer = Server<ClientEvents, ServerEvents, DefaultEventsMap, SocketData>;
export type LiveSocket = Socket<ClientEvents, ServerEvents, DefaultEventsMap, SocketData>;

/** A subject that sockets talk about. */
export type Topic = {
  welcome(socket: LiveSocket): void;
  /** Lets go of everything that whoever may not read must not hear, at once. */
  shut(socket: LiveSocket): void;
  close(): void;
};

/** The sockets that have a document open. */
export function documentRoom(document: string): string {
  return `document:${document}`;
}

/** The sockets that hear a document's Chat. */
export function chatRoom(document: string): string {
  return `chat:${document}`;
}
