import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { hashSources } from "./sources.ts";

/** Builds when the sources are not those of the last build, then serves production in this very process. */

const root = resolve(import.meta.dirname, "..");

if (builtFrom() !== hashSources(root)) {
  console.log("Building (about 20 seconds, once for each change)…");
  const run = spawnSync(process.execPath, [join(root, "scripts/build.ts")], { stdio: "inherit" });
  if (run.status !== 0) process.exit(run.status ?? 1);
}
// Settings of `.env` hold in npm start as in npm run dev; what the environment already says wins.
if (existsSync(join(root, ".env"))) process.loadEnvFile(join(root, ".env"));
process.env.NODE_ENV = "production";
await import(join(root, "build/main.js"));

function builtFrom(): string | undefined {
  try {
    return JSON.parse(readFileSync(join(root, "build/stamp.json"), "utf8")).sources;
  } catch {
    return undefined;
  }
}
