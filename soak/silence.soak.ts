import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSetting } from "../e2e/network/setting.ts";
import type { Setting } from "../e2e/network/setting.ts";
import { agreed, astray, newWord } from "../e2e/network/words.ts";

let here: Setting;
beforeAll(async () => {
  here = await createSetting();
}, 180_000);
afterAll(async () => await here?.close());

test.each([30, 600])(
  "a line dead without a word for %i seconds loses and doubles nothing",
  async (seconds) => {
    const all = [here.enter(), here.enter(), here.enter({ directly: true })];
    await expect.poll(() => all.every(({ joined }) => joined), { timeout: 20_000 }).toBe(true);
    here.proxy.silence();
    const words: string[] = [];
    for (const until = Date.now() + seconds * 1_000; Date.now() < until;) {
      for (const typist of all) {
        const word = newWord();
        words.push(word);
        typist.type(word);
      }
      await pause(1_000);
    }
    expect(all.map(({ status }) => status)).toEqual(["offline", "offline", "online"]);
    here.proxy.speak();
    await expect.poll(() => agreed(all), { timeout: 60_000 }).toBe(true);
    for (const typist of all) expect(astray(typist, words)).toEqual([]);
    for (const typist of all) typist.close();
  },
);
