import type { IncomingMessage, ServerResponse } from "node:http";
import sirv from "sirv";

export type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/**
 * Serves what the build wrote, compressed beforehand where that made it smaller. Names under /assets/ carry a hash
 * and never change; a missing one is answered here, so that an outdated page gets a clean 404. A file that was there at
 * the start and cannot be opened now (a newer build lies in its place, or too many files are open) ends its own request.
 */
export function serveBuild(clientDirectory: string): Middleware {
  const options = { etag: true, gzip: true, brotli: true };
  const hashed = sirv(`${clientDirectory}/assets`, { ...options, immutable: true, maxAge: 31_536_000 });
  const named = sirv(clientDirectory, { ...options, maxAge: 3_600, ignores: ["/assets/", "/[.]vite"] });
  return (request, response, next) => {
    const url = request.url ?? "/";
    response.on("pipe", (file) => file.once("error", () => response.destroy()));
    if (!url.startsWith("/assets/")) return named(request, response, next);
    request.url = url.slice("/assets".length);
    hashed(request, response, () => {
      response.writeHead(404, { "Content-Type": "text/plain" }).end("Not found");
    });
  };
}
