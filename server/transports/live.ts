import type { IncomingMessage, Server as HttpServer } from "node:http";
import { Server } from "socket.io";
import { MAX_COMMIT_BYTES } from "@chopin/protocol/document";
import { loginEnded } from "../accounts/accounts.ts";
import type { Origins } from "../base/origins.ts";
import type { Services } from "../services.ts";
import { readLoginCookie } from "./cookies.ts";
import { Answering } from "./live/answering.ts";
import { serveChat } from "./live/chat.ts";
import { serveDocuments } from "./live/documents.ts";
import type { LiveServer } from "./live/socket.ts";
import { isAllowedHost, isAllowedOrigin } from "./security.ts";

/** Connections one login may hold: many tabs, never a flood. */
const MAX_SOCKETS_OF_A_LOGIN = 100;

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
}): { close(): Promise<void> } {
  const io: LiveServer = new Server(http, {
    path: "/socket.io",
    serveClient: false,
    destroyUpgrade: false,
    maxHttpBufferSize: MAX_COMMIT_BYTES + 64 * 1024,
    pingInterval: 5_000,
    pingTimeout: 5_000,
    allowRequest: (request, decide) => decide(null, comesFromOurPages(request, origins)),
  });

  io.use((socket, next) => {
    signIn(socket.request, services).then((login) => {
      if (!login) return next(turnedAway("signed-out"));
      const room = loginRoom(login.principal.login ?? "");
      if ((io.sockets.adapter.rooms.get(room)?.size ?? 0) >= MAX_SOCKETS_OF_A_LOGIN)
        return next(turnedAway("too-many"));
      socket.data = { principal: login.principal, person: login.person, documents: new Set() };
      void socket.join(room);
      return next();
    }, next);
  });

  const answering = new Answering(services.log);
  const topics = [serveDocuments({ io, services, answering }), serveChat({ io, services, answering })];
  io.on("connection", (socket) => {
    for (const topic of topics) topic.welcome(socket);
  });
  const quiet = services.events.on(loginEnded, ({ login }) => {
    io.in(loginRoom(login)).disconnectSockets(true);
  });

  return {
    async close() {
      quiet();
      for (const topic of topics) topic.close();
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

/** A refusal at the handshake, told apart from a failing network by its data. */
function turnedAway(reason: "signed-out" | "too-many"): Error {
  return Object.assign(new Error(reason), { data: { reason } });
}

function loginRoom(login: string): string {
  return `login:${login}`;
}

/**
 * True for requests of our own pages. A browser leaves the Origin header out of a same-origin GET, with which
 * polling begins; there Fetch Metadata (W3C, Sec-Fetch-Site) says where it comes from.
 */
export function comesFromOurPages(request: IncomingMessage, origins: Origins): boolean {
  const { host, origin } = request.headers;
  if (!isAllowedHost(host, origins)) return false;
  if (origin !== undefined) return isAllowedOrigin(origin, origins);
  return request.method === "GET" && request.headers["sec-fetch-site"] === "same-origin";
}
