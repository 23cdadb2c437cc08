import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { buildIfNeeded } from "./sources.ts";

/** Builds when the sources are not those of the last build, then serves production in this very process. */

const root = resolve(import.meta.dirname, "..");

buildIfNeeded(root, "Building (about 20 seconds, once for each change)…");
// Settings of `.env` hold in npm start as in npm run dev; what the environment already says wins.
if (existsSync(join(root, ".env"))) process.loadEnvFile(join(root, ".env"));
process.env.NODE_ENV = "production";
await import(join(root, "build/main.js"));
