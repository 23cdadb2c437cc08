import { createTestDatabase } from "../db/testing.ts";
import type { Database } from "../db/client.ts";
import type { Clock } from "./base/clock.ts";
import { testDatabaseUrl } from "./base/config.ts";

/** A clock that stands still until a test turns it. */
export type TestClock = Clock & {
  /** Turns it forward by so many milliseconds. */
  advance(milliseconds: number): void;
  set(time: Date): void;
};

/** Stands at noon of 1 November 2026, UTC, unless told otherwise. */
export function createTestClock(start = new Date("2026-11-01T12:00:00Z")): TestClock {
  let now = start.getTime();
  return {
    now: () => new Date(now),
    advance(milliseconds) {
      now += milliseconds;
    },
    set(time) {
      now = time.getTime();
    },
  };
}

/**
 * A database of its own with every migration applied: embedded and in memory, or with CHOPIN_TEST_DB=postgres a
 * fresh one on TEST_DATABASE_URL, so that the same tests run on both. Close it when done; that drops it.
 */
export async function createTestDb(): Promise<Database> {
  return await createTestDatabase({ url: testDatabaseUrl() });
}
