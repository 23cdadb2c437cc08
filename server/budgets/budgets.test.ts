import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "../../db/client.ts";
import { modelResponses } from "../../db/schema/budgets.ts";
import { randomIds } from "../base/ids.ts";
import { createTestClock, createTestDb } from "../testing.ts";
import { createBudgets } from "./budgets.ts";

let database: Database;
beforeAll(async () => {
  database = await createTestDb();
});
afterAll(() => database.close());

test("A response is on the ledger before it is asked for, and settled once", async () => {
  const clock = createTestClock();
  const budgets = createBudgets({ db: database.db, clock, ids: randomIds });
  const person = randomIds.uuid();
  const reserved = await budgets.reserve(
    { person, via: "planner" },
    {
      document: randomIds.uuid(),
      turn: randomIds.uuid(),
      provider: "custom",
      model: "m",
      estimate: { inputTokens: 900, outputTokens: 400 },
    },
  );
  if (!reserved.ok) throw new Error(reserved.reason);
  const [open] = await database.db.select().from(modelResponses);
  expect(open).toMatchObject({ person, reservedInputTokens: 900, settledAt: null, inputTokens: null });

  const usage = {
    inputTokens: 500,
    cachedInputTokens: 20,
    outputTokens: 7,
    reasoningTokens: 0,
    estimated: true,
  };
  await budgets.settle(reserved.reservation, usage);
  await budgets.settle(reserved.reservation, { ...usage, inputTokens: 1 });
  const [settled] = await database.db.select().from(modelResponses);
  expect(settled).toMatchObject({ ...usage, settledAt: clock.now() });
});
