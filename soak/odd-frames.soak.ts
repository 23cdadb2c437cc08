import { randomInt } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fuzz } from "../server/transports/fuzz.ts";
import { createLiveFixture } from "../server/transports/live-fixture.ts";
import type { LiveFixture } from "../server/transports/live-fixture.ts";

let live: LiveFixture;
beforeAll(async () => {
  live = await createLiveFixture();
});
afterAll(async () => await live.close());

async function read(): Promise<unknown> {
  return await live.services.documents.read(live.operator.principal, { id: live.document });
}

test("50,000 frames that no page sends are refused by name and change nothing", async () => {
  const before = await read();
  for (let round = 0; round < 25; round++) {
    const seed = randomInt(2 ** 31);
    expect(await fuzz(live, { seed, runs: 2_000 }), `seed ${seed}`).toEqual([]);
  }
  expect(await read()).toEqual(before);
});
