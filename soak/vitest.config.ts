import { defineConfig } from "vitest/config";

/** `npm run soak`: the long versions of tests, one file after another, each alone with its memory. */
export default defineConfig({
  test: {
    root: new URL("..", import.meta.url).pathname,
    include: ["soak/**/*.soak.ts"],
    testTimeout: 15 * 60_000,
    hookTimeout: 120_000,
    pool: "forks",
    fileParallelism: false,
    execArgv: ["--expose-gc"],
  },
});
