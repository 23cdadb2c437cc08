import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { ConfigError, loadConfig } from "./base/config.ts";
import type { Config } from "./base/config.ts";
import { codeOf, messageOf } from "./base/errors.ts";
import { createLog } from "./base/log.ts";
import { originsOf } from "./base/origins.ts";
import { createServices } from "./services.ts";
import { openHealth } from "./transports/health.ts";
import { openLive } from "./transports/live.ts";
import { openWeb } from "./transports/web.ts";

/** The process: configuration, database, services, transports, graceful stop. */

/** Milliseconds a stop may take before the process leaves anyway. */
const STOP_WITHIN_MS = 10_000;

const development = process.argv.includes("--development");
const config = configured();
const log = createLog(config.log);
await serve().catch(refuse);

function configured(): Config {
  try {
    return loadConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return refuse(error);
  }
}

async function serve(): Promise<void> {
  const bundled = !import.meta.url.endsWith("/server/main.ts");
  const services = await createServices({
    config,
    log,
    migrations: bundled ? path.join(import.meta.dirname, "migrations") : undefined,
  });
  const http = createServer();
  await listening(http, config);
  const { port } = http.address() as AddressInfo;
  const origins = originsOf({ host: config.host, port, given: config.origins });
  const web = await openWeb({
    services,
    http,
    origins,
    root: development ? process.cwd() : import.meta.dirname,
    development,
    onFault: (error, { method, path: where }) => log.error("a page failed", { method, path: where, error }),
  });
  const health = openHealth(services);
  const live = openLive({ http, services, origins });
  http.on("request", (request, response) => {
    // socket.io answers its own.
    if (request.url?.startsWith("/socket.io/")) return;
    if (!health.handle(request, response)) web.handle(request, response);
  });
  console.log(`Chopin is ready on ${origins.origin}`);
  leaveWell([
    async () => health.leaving(),
    () => live.close(),
    () => web.close(),
    () => closed(http),
    () => services.close(),
  ]);
}

/** Resolves once the address is taken; an occupied one stops the start with a line that says so. */
function listening(http: Server, { host, port }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    http.once("error", (error) => {
      if (codeOf(error) !== "EADDRINUSE") return reject(error);
      reject(new Error(`PORT ${port} of ${host} is taken by another program; set PORT to a free one.`));
    });
    http.listen(port, host, resolve);
  });
}

function closed(http: Server): Promise<void> {
  return new Promise((resolve) => {
    http.close(() => resolve());
    http.closeAllConnections();
  });
}

/**
 * On the first SIGTERM or SIGINT: stops taking, finishes what was taken, leaves. A second one leaves at once. After
 * a fault nobody caught the process is not trusted any more: it is logged, and the process leaves the same way.
 */
function leaveWell(steps: (() => Promise<void>)[]): void {
  let stopping = false;
  const leave = async (code: 0 | 1) => {
    if (stopping) process.exit(1);
    stopping = true;
    setTimeout(() => {
      log.error("stopping took too long", { milliseconds: STOP_WITHIN_MS });
      process.exit(1);
    }, STOP_WITHIN_MS).unref();
    for (const step of steps) {
      await step().catch((error: unknown) => log.error("stopping failed", { error: messageOf(error) }));
    }
    process.exit(code);
  };
  process.on("SIGTERM", () => void leave(0));
  process.on("SIGINT", () => void leave(0));
  process.on("uncaughtException", (error) => {
    log.error("a fault nobody caught", { error });
    if (!stopping) void leave(1);
  });
  process.on("unhandledRejection", (error) => log.error("a rejection nobody caught", { error }));
}

/** One readable line, nothing started. */
function refuse(error: unknown): never {
  console.error(messageOf(error));
  process.exit(1);
}
