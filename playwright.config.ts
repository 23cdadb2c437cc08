import { defineConfig } from "@playwright/test";
import { findBrowser, howToGetOne } from "./scripts/browser.ts";

const executablePath = findBrowser(process.env);
if (!executablePath) throw new Error(howToGetOne);

/** Browser tests, against the production build; each worker has a server, a database and a repository of its own. */
export default defineConfig({
  testDir: "e2e",
  testMatch: "**/*.spec.ts",
  timeout: 60_000,
  expect: { timeout: 10_000 },
  workers: 2,
  fullyParallel: false,
  retries: 0,
  reporter: process.env["CI"] ? [["line"]] : [["list"]],
  globalSetup: "./e2e/build.ts",
  use: {
    viewport: { width: 1440, height: 960 },
    locale: "en-GB",
    timezoneId: "Europe/Berlin",
    trace: "retain-on-failure",
    launchOptions: {
      executablePath,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
});
