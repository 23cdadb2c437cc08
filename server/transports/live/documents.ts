import { randomUUID } from "node:crypto";
import {
  atRequest,
  closeRequest,
  commitRequest,
  openRequest,
  presenceRequest,
  SCHEMA_VERSION,
  sinceRequest,
} from "@chopin/protocol/document";
import type { OpenReply } from "@chopin/protocol/document";
import { noRights, rightsChanged } from "../../access/access.ts";
import { messageOf } from "../../base/errors.ts";
import { documentChanged, documentCommitted } from "../../documents/documents.ts";
import type { Services } from "../../services.ts";
import type { Answering } from "./answering.ts";
import { Frames } from "./frames.ts";
import type { Gate } from "./gate.ts";
import { Presence } from "./presence.ts";
import { chatRoom, documentRoom } from "./socket.ts";
import type { LiveServer, LiveSocket, Topic } from "./socket.ts";

/** Documents one page may have open: it shows one, and a moment long the next. */
const MAX_OPEN = 8;

type Edge = { io: LiveServer; services: Services; answering: Answering; gate: Gate };

/** Texts of documents: who is there, what they commit, and what everyone must hear of it. */
export function serveDocuments(
  edge: Edge,
): Topic & { /** Documents that somebody is at. */ attended(): number } {
  const { io, services, answering, gate } = edge;
  const { documents, events } = services;
  const frames = new Frames({
    send: (frame) => gate.pass(() => io.local.to(documentRoom(frame.document)).emit("document:steps", frame)),
    pages: (document) => pagesOf(io, document),
  });
  const presence = new Presence({
    events,
    process: randomUUID(),
    show: (document, change, but) =>
      gate.pass(() =>
        io.local
          .to(documentRoom(document))
          .except(but ?? [])
          .emit("document:people", { document, ...change }),
      ),
  });
  const unsubscribe = [
    events.on(documentCommitted, (committed) => {
      if (pagesOf(io, committed.document) > 0) frames.add(committed);
    }),
    events.on(documentChanged, ({ id, ...rest }) => {
      gate.pass(() => io.local.to(documentRoom(id)).emit("document:changed", { document: id, ...rest }));
    }),
    events.on(rightsChanged, ({ person }) => void tellRights(edge, { person, leave })),
    // Events of other processes may have been missed: ask for everyone.
    events.onGap(() => void tellRights(edge, { leave })),
  ];

  /** How to let go of the documents that pages have open. */
  const held = new Map<string, () => void>();

  async function enter(socket: LiveSocket, document: string): Promise<void> {
    socket.data.documents.add(document);
    gate.doubt();
    await socket.join(documentRoom(document));
    if (!held.has(document)) held.set(document, documents.hold(document));
  }

  function leave(socket: LiveSocket, document: string): void {
    if (!socket.data.documents.delete(document)) return;
    void socket.leave(documentRoom(document));
    if (!io.sockets.adapter.rooms.has(documentRoom(document))) {
      held.get(document)?.();
      held.delete(document);
    }
    presence.leave(document, { tab: socket.id });
  }

  return {
    welcome(socket) {
      const { principal, person, documents: opened, closed } = socket.data;

      answering.request(socket, "document:open", openRequest, async (request): Promise<OpenReply> => {
        const { document: id, since, schema } = request;
        if (schema !== SCHEMA_VERSION) return { ok: false, reason: "outdated" };
        const refused = (reply: Extract<OpenReply, { ok: false }>): OpenReply => {
          if (reply.reason === "forbidden" && closed.size < MAX_OPEN) closed.add(id);
          return reply;
        };
        // Whoever may not read hears nothing, not even for the moment it takes to be refused.
        const found = await documents.summary(principal, { id });
        if (!found.ok) return refused({ ok: false, reason: found.reason });
        // Asked only now: what was asked for at the same time has been entered meanwhile.
        if (opened.size >= MAX_OPEN && !opened.has(id))
          return { ok: false, reason: "unavailable", detail: "too many documents are open" };
        closed.delete(id);
        // Then first the room and after it the text: what is committed in between arrives as a frame.
        await enter(socket, id);
        const reply = await documents.open(principal, { id, since }).catch((error: unknown) => {
          services.log.error("a document did not open", { document: id, error: messageOf(error) });
          return { ok: false as const, reason: "unavailable" as const };
        });
        if (!reply.ok || !socket.connected || !opened.has(id)) {
          leave(socket, id);
          return reply.ok ? { ok: false, reason: "unavailable" } : refused(reply);
        }
        presence.join(id, { tab: socket.id, person: person.id, name: person.name });
        return { ...reply, people: presence.people(id) };
      });

      answering.request(socket, "document:commit", commitRequest, (request) =>
        documents.commit(principal, request),
      );

      answering.request(socket, "document:since", sinceRequest, ({ document, since }) =>
        documents.since(principal, { id: document, since }),
      );

      answering.request(socket, "document:at", atRequest, ({ document, version }) =>
        documents.textAt(principal, { id: document, version }),
      );

      answering.notice(socket, "document:presence", presenceRequest, ({ document, version, selection }) => {
        if (!opened.has(document)) return;
        presence.move(document, { tab: socket.id, caret: selection && { version, ...selection } });
      });

      answering.notice(socket, "document:close", closeRequest, ({ document }) => {
        leave(socket, document);
        closed.delete(document);
        // Its Chat stands on the same page.
        socket.data.chats.delete(document);
        void socket.leave(chatRoom(document));
      });

      socket.on("disconnect", () => {
        for (const document of opened) leave(socket, document);
      });
    },
    attended: () => presence.size,
    shut(socket) {
      for (const document of socket.data.documents) {
        socket.emit("document:rights", { document, rights: noRights });
        leave(socket, document);
        socket.data.closed.add(document);
      }
    },
    close() {
      for (const stop of unsubscribe) stop();
      frames.close();
      presence.close();
    },
  };
}

function pagesOf(io: LiveServer, document: string): number {
  return io.sockets.adapter.rooms.get(documentRoom(document))?.size ?? 0;
}

/** Tells open pages what they may do now, and closes what they may not read any more; they open it again themselves. */
async function tellRights(
  { io, services }: Edge,
  { person, leave }: { person?: string; leave: (socket: LiveSocket, document: string) => void },
): Promise<void> {
  const concerned = [...io.sockets.sockets.values()].filter(
    (socket) => !person || socket.data.person.id === person,
  );
  for (const socket of concerned) {
    const rights = await services.access.rights(socket.data.principal).catch(() => null);
    if (!rights) continue;
    const { documents, closed } = socket.data;
    for (const document of [...documents, ...closed]) {
      socket.emit("document:rights", { document, rights });
      if (rights.read) continue;
      leave(socket, document);
      closed.add(document);
    }
  }
}
