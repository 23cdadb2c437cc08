import { chatOpenRequest, partsRequest, retryRequest, sendRequest, stopRequest } from "@chopin/protocol/chat";
import { chatMessage, chatParts, chatTurn } from "../../chat/chat.ts";
import type { Services } from "../../services.ts";
import type { Answering } from "./answering.ts";
import { documentRoom } from "./socket.ts";
import type { LiveServer, Topic } from "./socket.ts";

/** Chat beside a document: what is said in it goes to the pages that have the document open. */
export function serveChat(edge: { io: LiveServer; services: Services; answering: Answering }): Topic {
  const { io, answering } = edge;
  const { chat, events } = edge.services;
  const unsubscribe = [
    events.on(chatMessage, (message) =>
      io.local.to(documentRoom(message.document)).emit("chat:message", message),
    ),
    events.on(chatTurn, (turn) => io.local.to(documentRoom(turn.document)).emit("chat:turn", turn)),
    events.on(chatParts, (frame) => io.local.to(documentRoom(frame.document)).emit("chat:parts", frame)),
  ];
  return {
    welcome(socket) {
      const { principal } = socket.data;
      answering.request(socket, "chat:open", chatOpenRequest, (request) => chat.open(principal, request));
      answering.request(socket, "chat:send", sendRequest, (request) => chat.send(principal, request));
      answering.request(socket, "chat:stop", stopRequest, (request) => chat.stop(principal, request));
      answering.request(socket, "chat:retry", retryRequest, (request) => chat.retry(principal, request));
      answering.request(socket, "chat:parts", partsRequest, (request) => chat.parts(principal, request));
    },
    close() {
      for (const stop of unsubscribe) stop();
    },
  };
}
