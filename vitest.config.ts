import { defineConfig } from "vitest/config";

// Unit and database tests only; the browser tests run under Playwright (e2e/).
export default defineConfig({
  test: {
    include: ["{app,server,db,packages,bench,scripts,e2e}/**/*.test.{ts,tsx}"],
    testTimeout: 90_000,
    hookTimeout: 90_000,
    pool: "forks",
    maxWorkers: 2,
  },
});
