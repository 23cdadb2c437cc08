import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const FOLDERS = ["app", "server", "db", "packages", "public"];
const FILES = [
  "package-lock.json",
  "vite.config.ts",
  "react-router.config.ts",
  "tsconfig.json",
  "scripts/build.ts",
];

/** One hash of everything a build is made from; the same sources give the same hash whatever their dates. */
export function hashSources(root: string): string {
  const hash = createHash("sha256");
  for (const path of [...FOLDERS.flatMap((folder) => filesBelow(root, folder)), ...FILES]) {
    hash
      .update(path)
      .update("\0")
      .update(readFileSync(join(root, path)))
      .update("\0");
  }
  return hash.digest("hex");
}

/** Relative paths of the files below a folder, sorted; tests are not part of a build. */
export function filesBelow(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/[.]test[.]tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .filter((path) => !path.includes("node_modules/"))
    .toSorted();
}

/** Builds unless the build is of these very sources; `announce` is said before. Exits with the build's code if it fails. */
export function buildIfNeeded(root: string, announce?: string): void {
  if (builtFrom(root) === hashSources(root)) return;
  if (announce) console.log(announce);
  const run = spawnSync(process.execPath, [join(root, "scripts/build.ts")], { cwd: root, stdio: "inherit" });
  if (run.status !== 0) process.exit(run.status ?? 1);
}

function builtFrom(root: string): string | undefined {
  try {
    return JSON.parse(readFileSync(join(root, "build/stamp.json"), "utf8")).sources;
  } catch {
    return undefined;
  }
}
