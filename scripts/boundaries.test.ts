import path from "node:path";
import { expect, test } from "vitest";
import { checkBoundaries, ruleNames } from "./boundaries.ts";

test("an offence planted against each rule is found by that rule", async () => {
  const { offences } = await checkBoundaries(path.join(import.meta.dirname, "fixtures/offences"));
  const found = new Set(offences.map((offence) => offence.rule));
  expect(ruleNames().filter((name) => !found.has(name))).toEqual([]);
});

test("the house itself has modules and no offence", async () => {
  const { modules, offences } = await checkBoundaries();
  expect(modules).toBeGreaterThan(100);
  expect(offences).toEqual([]);
});
