import type { IncomingMessage, Server as HttpServer } from "node:http";
import { setTimeout } from "node:timers/promises";
import { Server } from "socket.io";
import { probeRequest } from "@chopin/protocol/connection";
import type { TurnedAway } from "@chopin/protocol/connection";
import { MAX_COMMIT_BYTES } from "@chopin/protocol/document";
import { loginEnded } from "../accounts/accounts.ts";
import { messageOf } from "../base/errors.ts";
import type { Origins } from "../base/origins.ts";
import type { Services } from "../services.ts";
import { readLoginCookie } from "./cookies.ts";
import { Answering } from "./live/answering.ts";
import { serveChat } from "./live/chat.ts";
import { Gate } from "./live/gate.ts";
import { serveDocuments } from "./live/documents.ts";
import { serveLists } from "./live/lists.ts";
import { Rate } from "./live/rate.ts";
import type { LiveServer, LiveSocket } from "./live/socket.ts";
import { isAllowedHost, isAllowedOrigin } from "./security.ts";

/** Connections one login may hold: many tabs, never a flood. */
const MAX_SOCKETS_OF_A_LOGIN = 100;
/** Milliseconds a stop waits for requests under way; a page sends again what was not acknowledged. */
const ANSWER_WITHIN_MS = 3_000;

export type Live = {
  /** Rooms that sockets are in now; every socket has one of its own. */
  rooms(): number;
  /** Documents that somebody is at. */
  attended(): number;
  close(): Promise<void>;
};

/**
 * The sockets of the open pages: each message is parsed, handed to a module's front door with the principal of the
 * socket, and answered; what the modules publish is passed on to the rooms it concerns. The login is looked up when
 * a socket connects and whenever a module is asked; a socket whose login ends is told and closed at once.
 */
export function openLive({
  http,
  services,
  origins,
}: {
  http: HttpServer;
  services: Services;
  origins: Origins;
}): Live {
  const io: LiveServer = new Server(http, {
    path: "/socket.io",
    serveClient: false,
    destroyUpgrade: false,
    maxHttpBufferSize: MAX_COMMIT_BYTES + 64 * 1024,
    // Each side notices within eight seconds that the other is gone without a word.
    pingInterval: 4_000,
    pingTimeout: 4_000,
    allowRequest: (request, decide) => decide(null, comesFromOurPages(request, origins)),
  });

  io.use((socket, next) => void admit(socket, next));

  async function admit(socket: LiveSocket, next: (refused?: Error) => void): Promise<void> {
    try {
      const login = await signIn(socket.request, services);
      if (!login || !isFor(socket.handshake.auth, login.person.id)) return next(turnedAway("signed-out"));
      if (connectionsOf(login.principal.login) >= MAX_SOCKETS_OF_A_LOGIN) return next(turnedAway("too-many"));
      socket.data = {
        principal: login.principal,
        person: login.person,
        documents: new Set(),
        closed: new Set(),
        chats: new Set(),
      };
      return next();
    } catch (error) {
      services.log.error("a page could not connect", { error: messageOf(error) });
      return next(turnedAway("unavailable"));
    }
  }

  function connectionsOf(login = ""): number {
    return io.sockets.adapter.rooms.get(loginRoom(login))?.size ?? 0;
  }

  /** Closes the connections whose login ended while nobody could be told. */
  async function closeEnded(sockets: Iterable<LiveSocket>): Promise<void> {
    for (const socket of sockets) {
      const alive = await services.accounts.isAlive(socket.data.principal.login ?? "").catch(() => true);
      if (!alive) socket.disconnect(true);
    }
  }

  /** Lets go of the pages of whoever may not read any more, or is not signed in. */
  async function shutOut(): Promise<void> {
    const listening = [...io.sockets.sockets.values()].filter(
      ({ data }) => data.documents.size + data.chats.size > 0,
    );
    const rights = await services.access.rightsOfAll(listening.map(({ data }) => data.principal));
    for (const socket of listening) {
      const may = rights.get(socket.data.principal);
      if (!may) socket.disconnect(true);
      else if (!may.read) for (const topic of topics) topic.shut(socket);
    }
  }

  const answering = new Answering(services.log);
  const gate = new Gate({ ask: shutOut, log: services.log });
  const documents = serveDocuments({ io, services, answering, gate });
  const topics = [documents, serveChat({ io, services, answering, gate }), serveLists({ io, services })];
  io.on("connection", (socket) => {
    const rate = new Rate(performance.now());
    socket.use((event, next) => {
      const verdict = rate.take(performance.now());
      if (verdict === "end") socket.disconnect(true);
      else if (verdict === "refuse") refuseTooMany(event.at(-1));
      // An event is a name, a payload and an answer. More become arguments of one call, and too many end the process.
      else if (event.length <= 3) next();
    });
    void socket.join(loginRoom(socket.data.principal.login ?? ""));
    answering.request(socket, "connection:probe", probeRequest, async () => ({ ok: true }));
    for (const topic of topics) topic.welcome(socket);
    // A login may have ended between the handshake and its room.
    void closeEnded([socket]);
  });
  const unsubscribe = [
    services.events.on(loginEnded, ({ login }) => io.local.in(loginRoom(login)).disconnectSockets(true)),
    services.events.onGap(() => void closeEnded(io.sockets.sockets.values())),
  ];

  return {
    rooms: () => io.sockets.adapter.rooms.size,
    attended: () => documents.attended(),
    async close() {
      // What was taken is stored and acknowledged while its socket is still there.
      await Promise.race([answering.stop(), setTimeout(ANSWER_WITHIN_MS, undefined, { ref: false })]);
      for (const stop of unsubscribe) stop();
      for (const topic of topics) topic.close();
      gate.close();
      io.disconnectSockets(true);
      // Closes the engine only; whoever made the HTTP server closes it.
      io.engine.close();
    },
  };
}

async function signIn(request: IncomingMessage, services: Services) {
  const token = readLoginCookie(request.headers.cookie);
  return token ? await services.accounts.authenticate(token) : null;
}

/** False for a page that was made for somebody else: what it has not saved yet is theirs, and no other's to send. */
function isFor(auth: Record<string, unknown>, person: string): boolean {
  return auth["person"] === undefined || auth["person"] === person;
}

/** A refusal at the handshake, told apart from a failing network by its data. */
function turnedAway(reason: TurnedAway["reason"]): Error {
  return Object.assign(new Error(reason), { data: { reason } });
}

function refuseTooMany(reply: unknown): void {
  if (typeof reply === "function") reply({ ok: false, reason: "too-many" });
}

function loginRoom(login: string): string {
  return `login:${login}`;
}

/**
 * True for requests of our own pages. A browser leaves the Origin header out of a same-origin GET, with which
 * polling begins; there Fetch Metadata (W3C, Sec-Fetch-Site) says where it comes from.
 */
function comesFromOurPages(request: IncomingMessage, origins: Origins): boolean {
  const { host, origin } = request.headers;
  if (!isAllowedHost(host, origins)) return false;
  if (origin !== undefined) return isAllowedOrigin(origin, origins);
  return request.method === "GET" && request.headers["sec-fetch-site"] === "same-origin";
}
