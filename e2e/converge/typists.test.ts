import { expect, test } from "vitest";
import { MemoryStore } from "./memory-store.ts";
import { START, Typists } from "./typists.ts";

test.each([1, 2, 3])(
  "ten typists on lines that drop lose no letter and undo only their own (seed %i)",
  async (seed) => {
    const breathe = async () => {
      for (let i = 0; i < 3; i++) await new Promise((resolve) => setImmediate(resolve));
    };
    const typists = new Typists({ store: new MemoryStore(START), seed, breathe });
    for (let passed = 0; passed < 10_000; passed += 20) await typists.pass(20);
    expect(typists.typed).toBeGreaterThan(300);
    expect(await typists.settle()).toEqual([]);
  },
);
