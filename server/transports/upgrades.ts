import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";

const NOT_FOUND = "HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";

/**
 * Answers requests for another protocol that are at no path of `taken`. Node hands their connections over with nobody
 * listening to them: left alone each holds a descriptor for good, and one that breaks off raises an error that ends the
 * process.
 */
export function refuseUpgrades(http: Server, taken: readonly string[]): void {
  http.on("upgrade", (request: IncomingMessage, socket: Duplex) => {
    // Also where it is taken: whoever takes it may look something up before it listens.
    socket.on("error", () => socket.destroy());
    if (taken.some((path) => request.url?.startsWith(path))) return;
    socket.end(NOT_FOUND, () => socket.destroy());
  });
}
