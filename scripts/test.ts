import { spawn } from "node:child_process";
import path from "node:path";
import { findBrowser, howToGetOne } from "./browser.ts";
import { findServices } from "./services.ts";

/**
 * `npm test`: check, unit and database tests on the embedded database, the same on PostgreSQL with the tests of
 * several processes where those services are found, and the browser tests. Says at the end what ran.
 */

const root = path.resolve(import.meta.dirname, "..");
const { databaseUrl, redisUrl } = await findServices(process.env);
const browser = findBrowser(process.env);
const services = {
  ...(databaseUrl ? { TEST_DATABASE_URL: databaseUrl } : {}),
  ...(redisUrl ? { TEST_REDIS_URL: redisUrl } : {}),
};

type Ran = { name: string; ok: boolean; passed: number; failed: number; skipped?: string };

const ran: Ran[] = [];
ran.push(await step("check", "npm", ["run", "-s", "check"]));
ran.push(
  await step("unit and embedded database", "vitest", ["run"], { TEST_REDIS_URL: "", TEST_DATABASE_URL: "" }),
);
ran.push(
  databaseUrl
    ? await step("PostgreSQL", "vitest", ["run", "server", "db", "e2e"], {
        ...services,
        CHOPIN_TEST_DB: "postgres",
        TEST_REDIS_URL: "",
      })
    : skipped("PostgreSQL", "none at TEST_DATABASE_URL or 127.0.0.1:5432"),
);
ran.push(
  databaseUrl && redisUrl
    ? await step("two processes on PostgreSQL and Redis", "vitest", ["run", "processes"], {
        ...services,
        CHOPIN_TEST_DB: "postgres",
      })
    : skipped("two processes on PostgreSQL and Redis", "needs both"),
);
if (!browser) console.error(howToGetOne);
ran.push(
  browser
    ? await step("browser", "playwright", ["test"], { ...services, CHROMIUM_PATH: browser })
    : { name: "browser", ok: false, passed: 0, failed: 1, skipped: "no browser" },
);

console.log("\nWhat ran:");
for (const { name, ok, passed, failed, skipped: why } of ran) {
  const counts = passed + failed > 0 ? ` (${passed} passed, ${failed} failed)` : "";
  console.log(
    `  ${why ? (ok ? "not run" : "FAILED ") : ok ? "passed " : "FAILED "} ${name}${counts}${why ? `: ${why}` : ""}`,
  );
}
const total = (key: "passed" | "failed") => ran.reduce((sum, one) => sum + one[key], 0);
const failed = total("failed") + ran.filter((one) => !one.ok && one.failed === 0).length;
console.log(`${total("passed")} passed, ${failed} failed`);
process.exitCode = ran.every((one) => one.ok) ? 0 : 1;

function skipped(name: string, why: string): Ran {
  return { name, ok: true, passed: 0, failed: 0, skipped: why };
}

/** Runs a tool of the project, passes on what it says, and reads the counts of its closing lines. */
function step(
  name: string,
  command: string,
  args: string[],
  extra: Record<string, string> = {},
): Promise<Ran> {
  console.log(`\n── ${name}`);
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, NO_COLOR: "1", ...extra },
      stdio: ["ignore", "pipe", "inherit"],
    });
    let said = "";
    child.stdout.on("data", (bytes: Buffer) => {
      process.stdout.write(bytes);
      said = (said + bytes.toString()).slice(-20_000);
    });
    child.on("close", (code) => resolve({ name, ok: code === 0, ...countsIn(said) }));
  });
}

/** Vitest closes with `Tests  3 failed | 40 passed (43)`, Playwright with `40 passed (2m)` on a line of its own. */
function countsIn(said: string): { passed: number; failed: number } {
  const line = /^\s*Tests\s+(.*)$/m.exec(said)?.[1] ?? said;
  const last = (word: string) =>
    Number([...line.matchAll(new RegExp(`(\\d+) ${word}`, "g"))].at(-1)?.[1] ?? 0);
  return { passed: last("passed"), failed: last("failed") };
}
