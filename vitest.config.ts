import { defineConfig } from "vitest/config";

// Unit and database tests only; the browser tests run under Playwright (e2e/).
export default defineConfig({
  test: {
    include: ["{app,server,db,packages,bench,scripts,e2e}/**/*.test.{ts,tsx}", "e2e/converge/*.test.ts"],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    pool: "forks",
    maxWorkers: 2,
  },
});
