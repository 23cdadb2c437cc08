import { io } from "socket.io-client";
import type { Socket } from "socket.io-client";

export type SocketOptions = {
  /** Where the server is; without it, where the page came from. */
  address?: string;
  /** Headers of every request, which only a client outside a browser may set. */
  headers?: Record<string, string>;
  /** The id of the person this page was made for, asked at each attempt; the server turns it away for another's login. */
  person?: () => string | undefined;
};

/**
 * Milliseconds an attempt to connect may take. A proxy that takes an Upgrade and then passes nothing on lets the whole
 * of it go by; on a slow line the later attempts are given more.
 */
const CONNECT_WITHIN = 5_000;
const CONNECT_WITHIN_AT_MOST = 20_000;

/**
 * The socket.io client socket of a page. After an attempt that failed, and after a connection that fell silent, the
 * next attempt begins with the other transport; polling moves up to websocket by itself where that works.
 */
export function openSocket({ address, headers, person }: SocketOptions = {}): Socket {
  const options = {
    transports: ["websocket", "polling"],
    tryAllTransports: true,
    reconnectionDelay: 300,
    reconnectionDelayMax: 5_000,
    timeout: CONNECT_WITHIN,
    // A connection of its own, whatever else this process has open to the same server.
    forceNew: true,
    ...(headers && { extraHeaders: headers }),
    ...(person && { auth: (say: (auth: object) => void) => say({ person: person() }) }),
  };
  const socket = address === undefined ? io(options) : io(address, options);
  const manager = socket.io;
  let failures = 0;
  const failed = () => {
    failures++;
    const { transports = [] } = manager.opts;
    manager.opts.transports = transports.toReversed() as typeof transports;
    manager.timeout(Math.min(CONNECT_WITHIN * 2 ** Math.floor(failures / 2), CONNECT_WITHIN_AT_MOST));
  };
  manager.on("error", failed);
  manager.on("close", (reason) => {
    // "forced close": a probe was not answered.
    if (reason === "ping timeout" || reason === "forced close") failed();
  });
  socket.on("connect", () => {
    failures = 0;
    manager.timeout(CONNECT_WITHIN);
  });
  return socket;
}
