import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { pathToFileURL } from "node:url";
import { constants } from "node:zlib";
import { createRequestListener } from "@remix-run/node-fetch-server";
import compression from "compression";
import type { Authenticated } from "../accounts/accounts.ts";
import type { Origins } from "../base/origins.ts";
import type { Services } from "../services.ts";
import { serveBuild } from "./assets.ts";
import type { Middleware } from "./assets.ts";
import { loginCookie, readLoginCookie } from "./cookies.ts";
import { createNonce, isAllowedHost, refusalOf, securityHeaders } from "./security.ts";
import { refuseUpgrades } from "./upgrades.ts";

/** What belongs to one request, handed to the routes through `app/context.ts`. */
export type Visit = {
  /** Content-Security-Policy nonce of the response. */
  nonce: string;
  /** Who asks, by the login cookie; looked up once. */
  login(): Promise<Authenticated | null>;
  /** Set-Cookie value that keeps a login (with null: drops it) in this browser. */
  loginCookie(token: string | null): string;
};

type Entry = { respond(request: Request, services: Services, visit: Visit): Promise<Response> };

export type Web = {
  handle(request: IncomingMessage, response: ServerResponse): void;
  close(): Promise<void>;
};

export type WebOptions = {
  services: Services;
  http: Server;
  origins: Origins;
  /** Directory of the build, or in development the project's own, served by Vite. */
  root: string;
  development: boolean;
  onFault(error: unknown, request: { method: string; path: string }): void;
};

/** Bytes a request's body may take: a Markdown import of 256 KiB with room for its form. */
const MAX_BODY_BYTES = 1024 * 1024;

/**
 * Pages are compressed as they stream: each piece is passed on at once. Assets were compressed by the build.
 * (The library works on plain node:http; only its types ask for Express.) */
const compress = compression({ level: 5, flush: constants.Z_SYNC_FLUSH }) as unknown as Middleware;

/** The pages: assets and React Router, behind the Host and Origin checks and the security headers. */
export async function openWeb(options: WebOptions): Promise<Web> {
  const https = options.origins.origin.startsWith("https:");
  const source = await (options.development ? openVite(options) : openBuild(options));
  return {
    handle(request, response) {
      const nonce = createNonce();
      const headers = securityHeaders({ development: options.development, https, nonce });
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      const refusal =
        refusalOf(request, options.origins) ??
        methodRefusalOf(request) ??
        targetRefusalOf(request, options.origins) ??
        bodyRefusalOf(request);
      if (refusal) {
        response.writeHead(refusal.status, { "Content-Type": "text/plain", Connection: "close" });
        response.end(refusal.text);
        return;
      }
      const respond = createRequestListener(
        (asked) => page(asked, visitOf(request, nonce, options), source),
        {
          protocol: https ? "https:" : "http:",
        },
      );
      source.assets(request, response, () => compress(request, response, () => respond(request, response)));
    },
    close: () => source.close(),
  };

  async function page(request: Request, visit: Visit, from: Source): Promise<Response> {
    try {
      if (!(await isReadable(request))) return new Response("This form cannot be read.", { status: 400 });
      const entry = await from.entry();
      return await entry.respond(request, options.services, visit);
    } catch (error) {
      options.onFault(error, { method: request.method, path: new URL(request.url).pathname });
      return new Response("Something went wrong here. It has been logged.", { status: 500 });
    }
  }
}

/** Where pages come from: Vite's module graph or the build. */
type Source = { assets: Middleware; entry(): Promise<Entry>; close(): Promise<void> };

async function openBuild({ root, http }: WebOptions): Promise<Source> {
  refuseUpgrades(http, ["/socket.io/"]);
  const entry: Entry = await import(pathToFileURL(`${root}/server/index.js`).href);
  return { assets: serveBuild(`${root}/client`), entry: async () => entry, close: async () => {} };
}

async function openVite({ root, http }: WebOptions): Promise<Source> {
  const { createServer } = await import("vite");
  const vite = await createServer({
    root,
    appType: "custom",
    // Read natively: the bundled copy Vite would write is a file that the watching Node restarts on.
    configLoader: "native",
    server: { middlewareMode: true, hmr: { server: http } },
  });
  return {
    assets: vite.middlewares,
    async entry() {
      const entry = await vite.ssrLoadModule("./app/server-entry.ts");
      if (!isEntry(entry)) throw new Error("app/server-entry.ts exports no respond()");
      return entry;
    },
    close: () => vite.close(),
  };
}

function isEntry(module: object): module is Entry {
  return "respond" in module && typeof module.respond === "function";
}

function visitOf(request: IncomingMessage, nonce: string, { services, origins }: WebOptions): Visit {
  let known: Promise<Authenticated | null> | undefined;
  return {
    nonce,
    login() {
      const token = readLoginCookie(request.headers.cookie);
      return (known ??= token ? services.accounts.authenticate(token) : Promise.resolve(null));
    },
    loginCookie: (token) => loginCookie(token, { secure: origins.origin.startsWith("https:") }),
  };
}

/**
 * Pages take forms only: what comes as something else, or breaks off, is the sender's mistake and no fault of ours.
 * Read here as a copy; it is at most MAX_BODY_BYTES.
 */
async function isReadable(request: Request): Promise<boolean> {
  if (request.method === "GET" || request.method === "HEAD") return true;
  return await request
    .clone()
    .formData()
    .then(
      () => true,
      () => false,
    );
}

/**
 * A request may name its target with the whole address (RFC 9112, 3.2.2); from here on only the path counts. Any other
 * host than ours, and what is no path, is refused.
 */
function targetRefusalOf(
  request: IncomingMessage,
  origins: Origins,
): { status: number; text: string } | null {
  const target = request.url ?? "/";
  // Nothing here has a NUL in its name, and PostgreSQL takes none.
  if (target.includes("%00")) return { status: 400, text: "This address cannot be read." };
  if (target.startsWith("/") && !target.startsWith("//")) return null;
  const whole = /^https?:\/\/[^/]/i.test(target) && URL.canParse(target) ? new URL(target) : null;
  if (!whole) return { status: 400, text: "This address cannot be read." };
  if (!isAllowedHost(whole.host, origins)) return refusalOf({ method: "GET", headers: {} }, origins);
  request.url = whole.pathname + whole.search;
  return request.url.startsWith("//") ? { status: 400, text: "This address cannot be read." } : null;
}

/** The Fetch standard knows no TRACE, so neither does what pages are made with. */
function methodRefusalOf({ method }: IncomingMessage): { status: number; text: string } | null {
  return method === "TRACE" ? { status: 405, text: "This method is not served." } : null;
}

/** A body must say its length, so that one too large is refused before a byte of it is read. */
function bodyRefusalOf(request: IncomingMessage): { status: number; text: string } | null {
  if (request.headers["transfer-encoding"]) return { status: 411, text: "Say the length of the body." };
  if (Number(request.headers["content-length"] ?? 0) <= MAX_BODY_BYTES) return null;
  return { status: 413, text: `A request may carry at most ${MAX_BODY_BYTES} bytes.` };
}
