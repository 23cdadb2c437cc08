import { chatOpenRequest, partsRequest, retryRequest, sendRequest, stopRequest } from "@chopin/protocol/chat";
import { chatMessage, chatParts, chatTurn } from "../../chat/chat.ts";
import type { Services } from "../../services.ts";
import type { Answering } from "./answering.ts";
import type { Gate } from "./gate.ts";
import { rightsChanged } from "../../access/access.ts";
import { chatRoom } from "./socket.ts";
import type { LiveServer, LiveSocket, Topic } from "./socket.ts";

/** Chat beside a document: what is said in it goes to the pages that opened it and may still read. */
export function serveChat(edge: {
  io: LiveServer;
  services: Services;
  answering: Answering;
  gate: Gate;
}): Topic {
  const { io, answering, gate } = edge;
  const { access, chat, documents, events } = edge.services;
  const unsubscribe = [
    events.on(chatMessage, (message) =>
      gate.pass(() => io.local.to(chatRoom(message.document)).emit("chat:message", message)),
    ),
    events.on(chatTurn, (turn) =>
      gate.pass(() => io.local.to(chatRoom(turn.document)).emit("chat:turn", turn)),
    ),
    events.on(chatParts, (frame) =>
      gate.pass(() => io.local.to(chatRoom(frame.document)).emit("chat:parts", frame)),
    ),
    events.on(rightsChanged, ({ person }) => void leaveWhatIsClosed(person)),
    events.onGap(() => void leaveWhatIsClosed()),
  ];

  function leave(socket: LiveSocket, document: string): void {
    socket.data.chats.delete(document);
    void socket.leave(chatRoom(document));
  }

  /** Of one person's pages, or of everyone's where events may have been missed. */
  async function leaveWhatIsClosed(person?: string): Promise<void> {
    for (const socket of io.sockets.sockets.values()) {
      if (person && socket.data.person.id !== person) continue;
      const rights = await access.rights(socket.data.principal).catch(() => null);
      if (rights && !rights.read) for (const document of socket.data.chats) leave(socket, document);
    }
  }

  return {
    welcome(socket) {
      const { principal } = socket.data;
      answering.request(socket, "chat:open", chatOpenRequest, async (request) => {
        const { document } = request;
        // Whoever may not read hears nothing, not even for the moment it takes to be refused.
        const found = await documents.summary(principal, { id: document });
        if (!found.ok) return found;
        // First the room, then the transcript: what is said in between arrives by itself.
        socket.data.chats.add(document);
        gate.doubt();
        await socket.join(chatRoom(document));
        const reply = await chat.open(principal, request);
        if (!reply.ok) leave(socket, document);
        return reply;
      });
      answering.request(socket, "chat:send", sendRequest, (request) => chat.send(principal, request));
      answering.request(socket, "chat:stop", stopRequest, (request) => chat.stop(principal, request));
      answering.request(socket, "chat:retry", retryRequest, (request) => chat.retry(principal, request));
      answering.request(socket, "chat:parts", partsRequest, (request) => chat.parts(principal, request));
    },
    shut(socket) {
      for (const document of socket.data.chats) leave(socket, document);
    },
    close() {
      for (const stop of unsubscribe) stop();
    },
  };
}
