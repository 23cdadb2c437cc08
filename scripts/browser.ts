import { existsSync } from "node:fs";
import path from "node:path";
import { chromium } from "@playwright/test";

const SYSTEM_NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/**
 * The Chromium to test in: the executable CHROMIUM_PATH names, the system's own, Playwright's own. Undefined where
 * there is none; `howToGetOne` is what to tell then.
 */
export function findBrowser(env: NodeJS.ProcessEnv): string | undefined {
  const named = env["CHROMIUM_PATH"];
  if (named) return named;
  const folders = (env["PATH"] ?? "").split(path.delimiter);
  const system = folders
    .flatMap((folder) => SYSTEM_NAMES.map((name) => path.join(folder, name)))
    .find((file) => existsSync(file));
  if (system) return system;
  const own = chromium.executablePath();
  return existsSync(own) ? own : undefined;
}

export const howToGetOne =
  "No Chromium was found. Install one with `npx playwright install chromium` (or `apt-get install chromium`), or name one in CHROMIUM_PATH.";
