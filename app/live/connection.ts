import type { ChatClientEvents, ChatServerEvents } from "@chopin/protocol/chat";
import type { ConnectionClientEvents } from "@chopin/protocol/connection";
import type { DocumentClientEvents, DocumentServerEvents } from "@chopin/protocol/document";
import { Backoff, browserTimers } from "./backoff.ts";
import type { Timers } from "./backoff.ts";
import { openSocket } from "./open-socket.ts";
import type { SocketOptions } from "./open-socket.ts";
import { whenAwake } from "./waking.ts";

export type ClientEvents = ConnectionClientEvents & DocumentClientEvents & ChatClientEvents;
export type ServerEvents = DocumentServerEvents & ChatServerEvents;

type RequestName = {
  [Name in keyof ClientEvents]: Parameters<ClientEvents[Name]> extends [unknown, unknown] ? Name : never;
}[keyof ClientEvents];
type NoticeName = Exclude<keyof ClientEvents, RequestName>;
type Payload<Name extends keyof ClientEvents> = Parameters<ClientEvents[Name]>[0];
type ReplyOf<Name extends RequestName> =
  Parameters<ClientEvents[Name]> extends [unknown, (reply: infer Reply) => void] ? Reply : never;

/** `connecting`: never been online; `offline`: was, and is trying again; `refused`: the server turns this page away. */
export type ConnectionStatus = "connecting" | "online" | "offline" | "refused";

/** What a connection needs of a socket.io client socket; tests hand in their own. */
export interface SocketLike {
  readonly connected: boolean;
  /** What waits to be sent on the next connection. */
  sendBuffer?: unknown[];
  on(event: string, handler: (...data: never[]) => void): unknown;
  off(event: string, handler: (...data: never[]) => void): unknown;
  emit(event: string, ...data: unknown[]): unknown;
  connect(): unknown;
  disconnect(): unknown;
}

/** The connection was lost, or no answer came in time: nobody knows whether the request was carried out. */
export class NoAnswer extends Error {
  code = "no-answer" as const;
}

/** Milliseconds an answer may take before it counts as lost. */
const ANSWER_WITHIN = 15_000;
/** Milliseconds a connection has to show that it is alive when that is in doubt. */
const PROBE_WITHIN = 2_000;

/** The tab's one live connection. Requests never wait in a buffer: what cannot be sent now fails now. */
export interface Connection {
  getSnapshot(): ConnectionStatus;
  subscribe(listener: () => void): () => void;
  /** Rejects with `NoAnswer`. Refusals are replies. */
  request<Name extends RequestName>(
    name: Name,
    payload: Payload<Name>,
    options?: { within?: number },
  ): Promise<ReplyOf<Name>>;
  /** Sent if the connection stands, dropped if not. */
  notify<Name extends NoticeName>(name: Name, payload: Payload<Name>): void;
  on<Name extends keyof ServerEvents>(name: Name, handler: ServerEvents[Name]): () => void;
  /**
   * Tries again now where it would have waited. Where it stands, it is asked whether it still does, and made anew
   * when no answer comes within two seconds.
   */
  retry(): void;
  close(): void;
}

/** Opens the tab's connection to the server that served the page. */
export function connect(options?: SocketOptions): Connection {
  // Its handlers are typed by event name; here the names are checked by `Connection` itself.
  const connection = createConnection(openSocket(options) as unknown as SocketLike);
  if (typeof document === "undefined") return connection;
  const unwatch = whenAwake(connection.retry);
  return {
    ...connection,
    close: () => {
      unwatch();
      connection.close();
    },
  };
}

/** A connection over a given socket. */
export function createConnection(
  socket: SocketLike,
  { timers = browserTimers }: { timers?: Timers } = {},
): Connection {
  let status: ConnectionStatus = socket.connected ? "online" : "connecting";
  let probing = false;
  const listeners = new Set<() => void>();
  const pending = new Set<(failure: NoAnswer) => void>();
  const again = new Backoff({ timers });
  const become = (next: ConnectionStatus) => {
    if (next === status) return;
    status = next;
    for (const listener of listeners) listener();
  };
  const fail = (why: string) => {
    const failed = [...pending];
    pending.clear();
    for (const reject of failed) reject(new NoAnswer(why));
  };
  const onConnect = () => {
    again.reset();
    become("online");
  };
  const onDisconnect = (reason: string) => {
    // What found the connection silent in the moment of sending would leave on the next one, before anything was joined.
    if (socket.sendBuffer) socket.sendBuffer = [];
    fail("the connection was lost");
    become("offline");
    // socket.io does not try again by itself when the server closed the connection.
    if (reason === "io server disconnect") socket.connect();
  };
  const onRefused = (error: { data?: unknown }) => {
    // Only the server's own handshake refusals carry data; a network that fails does not.
    if (error.data === undefined) return;
    if (reasonIn(error.data) === "signed-out") return become("refused");
    // The server is busy or its database away: socket.io does not try again by itself.
    again.again(() => socket.connect());
  };
  const startAnew = () => {
    // Only a fresh start makes socket.io forget how long it meant to wait.
    socket.disconnect();
    socket.connect();
  };
  const probe = () => {
    if (probing) return;
    probing = true;
    ask({ socket, pending, timers }, "connection:probe", {}, PROBE_WITHIN)
      .catch(() => {
        // Lost meanwhile, it is on its way already.
        if (socket.connected) startAnew();
      })
      .finally(() => {
        probing = false;
      });
  };
  socket.on("connect", onConnect);
  socket.on("disconnect", onDisconnect);
  socket.on("connect_error", onRefused);

  return {
    getSnapshot: () => status,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    request: (name, payload, options) =>
      ask({ socket, pending, timers }, name, payload, options?.within ?? ANSWER_WITHIN),
    notify: (name, payload) => {
      if (socket.connected) socket.emit(name, payload);
    },
    on: (name, handler) => {
      socket.on(name, handler as (...data: never[]) => void);
      return () => socket.off(name, handler as (...data: never[]) => void);
    },
    retry: () => {
      // Whoever is signed out stays so until the page is loaded again, perhaps as somebody else.
      if (status === "refused") return;
      if (socket.connected) probe();
      else startAnew();
    },
    close: () => {
      socket.off("connect", onConnect);
      socket.off("disconnect", onDisconnect);
      socket.off("connect_error", onRefused);
      again.cancel();
      socket.disconnect();
      fail("the connection was closed");
      become("offline");
    },
  };
}

function reasonIn(data: unknown): unknown {
  return typeof data === "object" && data !== null && "reason" in data ? data.reason : undefined;
}

function ask<Name extends RequestName>(
  {
    socket,
    pending,
    timers,
  }: { socket: SocketLike; pending: Set<(failure: NoAnswer) => void>; timers: Timers },
  name: Name,
  payload: Payload<Name>,
  within: number,
): Promise<ReplyOf<Name>> {
  return new Promise((resolve, reject) => {
    if (!socket.connected) {
      reject(new NoAnswer("there is no connection"));
      return;
    }
    const giveUp = (failure: NoAnswer) => {
      timers.clear(timer);
      pending.delete(giveUp);
      reject(failure);
    };
    const timer = timers.set(() => giveUp(new NoAnswer(`no answer within ${within} ms`)), within);
    pending.add(giveUp);
    socket.emit(name, payload, (reply: ReplyOf<Name>) => {
      timers.clear(timer);
      pending.delete(giveUp);
      resolve(reply);
    });
  });
}
