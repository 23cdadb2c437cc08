import { spawn } from "node:child_process";
import { resolve } from "node:path";

/** The same server entry with hot reload of the pages; a change of the server's own files restarts it. */

const root = resolve(import.meta.dirname, "..");
const flags = ["--watch", "--watch-preserve-output", "--conditions=development", "--env-file-if-exists=.env"];
const server = spawn(process.execPath, [...flags, "server/main.ts", "--development"], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, NODE_ENV: "development" },
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => server.kill(signal));
server.on("exit", (code) => process.exit(code ?? 0));
