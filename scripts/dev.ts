import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { existsSync, watch } from "node:fs";
import path from "node:path";

/**
 * The same server entry with hot reload of the pages; a change of the server's own files restarts it. Node's own
 * `--watch` would also restart on the temporary modules that React Router writes while it reads its configuration,
 * and so for ever.
 */

const root = path.resolve(import.meta.dirname, "..");
/** Milliseconds in which changes are gathered: an editor writes a file in several moves. */
const GATHER_MS = 150;

let server: ChildProcess | undefined;
let timer: NodeJS.Timeout | undefined;
let again = false;
let leaving = false;

start();
for (const folder of ["server", "db", "packages"]) {
  watch(path.join(root, folder), { recursive: true }, (_event, file) => {
    if (!file || !/[.](ts|sql)$/.test(file) || /[.]test[.]ts$|node_modules/.test(file)) return;
    clearTimeout(timer);
    timer = setTimeout(() => restart(path.join(folder, file)), GATHER_MS);
  });
}
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    leaving = true;
    if (server) server.kill(signal);
    else process.exit();
  });
}

function start(): void {
  const settings = existsSync(path.join(root, ".env")) ? ["--env-file=.env"] : [];
  const flags = ["--conditions=development", ...settings];
  const child = spawn(process.execPath, [...flags, "server/main.ts", "--development"], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, NODE_ENV: "development" },
  });
  server = child;
  again = false;
  child.once("exit", (code) => {
    if (leaving) process.exit(code ?? 0);
    server = undefined;
    // Where nobody asked it to leave it has said why; the next change tries again.
    if (again) start();
  });
}

/** Lets the old one finish first: it holds the address and the database. */
function restart(changed: string): void {
  console.log(`${changed} changed, restarting…`);
  if (!server) return start();
  again = true;
  server.kill("SIGTERM");
}
