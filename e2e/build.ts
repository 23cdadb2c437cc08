import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { hashSources } from "../scripts/sources.ts";

const root = path.resolve(import.meta.dirname, "..");

/** Builds once before the browser tests, unless the build is of these very sources. */
export default function build(): void {
  if (builtFrom() === hashSources(root)) return;
  const run = spawnSync(process.execPath, [path.join(root, "scripts/build.ts")], {
    cwd: root,
    stdio: "inherit",
  });
  if (run.status !== 0) throw new Error("the build failed");
}

function builtFrom(): string | undefined {
  try {
    return JSON.parse(readFileSync(path.join(root, "build/stamp.json"), "utf8")).sources;
  } catch {
    return undefined;
  }
}
