import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createSetting } from "./setting.ts";
import type { Setting } from "./setting.ts";
import type { Typist } from "./typist.ts";
import { agreed, astray, newWord } from "./words.ts";

let here: Setting;
beforeAll(async () => {
  here = await createSetting();
}, 180_000);
afterAll(() => here?.close());
beforeEach(() => Object.assign(here.proxy.faults, { upgrade: "pass", delay: 0, buffer: 0 }));

const within = { timeout: 20_000, interval: 50 };

async function entered(count: number, directly = false): Promise<Typist[]> {
  const typists = Array.from({ length: count }, () => here.enter({ directly }));
  await expect.poll(() => typists.every(({ joined }) => joined), within).toBe(true);
  return typists;
}

/** Each writes in turn, with a moment in between; returns what was written. */
async function write(typists: readonly Typist[], { rounds = 5, every = 30 } = {}): Promise<string[]> {
  const words: string[] = [];
  for (let round = 0; round < rounds; round++)
    for (const typist of typists) {
      const word = newWord();
      words.push(word);
      typist.type(word);
      await pause(every);
    }
  return words;
}

/** Everybody ends with the same text, in which every word stands once. */
async function expectAgreement(typists: readonly Typist[], words: readonly string[]): Promise<void> {
  await expect.poll(() => agreed(typists), within).toBe(true);
  for (const typist of typists) expect(astray(typist, words)).toEqual([]);
}

function leave(typists: readonly Typist[]): void {
  for (const typist of typists) typist.close();
}

test("behind a proxy that knows no Upgrade, polling carries joining, typing, frames and who is here", async () => {
  here.proxy.faults.upgrade = "refuse";
  const polling = await entered(2);
  const direct = await entered(1, true);
  const all = [...polling, ...direct];
  await expectAgreement(all, await write(all));
  for (const { channel } of all) await expect.poll(() => channel.getSnapshot().people.length, within).toBe(3);
  leave(all);
});

test("a proxy that takes the Upgrade and then passes nothing on is passed by polling", async () => {
  here.proxy.faults.upgrade = "swallow";
  const behind = await entered(1);
  const direct = await entered(1, true);
  await expectAgreement([...behind, ...direct], await write([...behind, ...direct]));
  leave([...behind, ...direct]);
});

test("through a proxy that holds back what the server says, nothing is lost or doubled", async () => {
  here.proxy.faults.buffer = 1_500;
  here.proxy.faults.upgrade = "refuse";
  const [polling] = await entered(1);
  here.proxy.faults.upgrade = "pass";
  const all = [...(polling ? [polling] : []), ...(await entered(2))];
  await expectAgreement(all, await write(all));
  leave(all);
});

test("a slow line that breaks every moment loses and doubles nothing", async () => {
  const all = [...(await entered(3)), ...(await entered(1, true))];
  here.proxy.faults.delay = 40;
  const breaking = setInterval(() => here.proxy.cut(), 350);
  const words = await write(all, { rounds: 12 });
  clearInterval(breaking);
  await expectAgreement(all, words);
  leave(all);
});

test("a connection that went dead without a word is noticed within ten seconds, and then everything arrives", async () => {
  const [cutOff, other] = [(await entered(1))[0]!, (await entered(1, true))[0]!];
  here.proxy.silence();
  const began = cutOff.seen.length;
  const words = await write([cutOff, other], { rounds: 3 });
  await expect.poll(() => cutOff.status, { timeout: 10_000, interval: 50 }).toBe("offline");
  expect(cutOff.saving).toBe("offline");
  // From the first letter on nothing claimed that it was saved.
  expect(cutOff.seen.slice(began).map(({ saving }) => saving)).not.toContain("saved");
  // The server has noticed as well: nobody sees who is not there.
  await expect.poll(() => other.channel.getSnapshot().people.length, { timeout: 10_000 }).toBe(1);
  here.proxy.speak();
  await expectAgreement([cutOff, other], words);
  leave([cutOff, other]);
});

test("a page that wakes asks at once whether its connection is alive, and finds another when it is not", async () => {
  const [sleeper] = await entered(1);
  if (!sleeper) return;
  const { opened } = here.proxy;
  sleeper.connection.retry();
  await pause(300);
  // Alive, it is left alone.
  expect([sleeper.status, here.proxy.opened]).toEqual(["online", opened]);
  here.proxy.silence();
  sleeper.connection.retry();
  await expect.poll(() => sleeper.status, { timeout: 3_500, interval: 50 }).toBe("offline");
  here.proxy.speak();
  sleeper.connection.retry();
  await expectAgreement([sleeper], await write([sleeper]));
  leave([sleeper]);
});

test("a changed address is survived twice in a row without a frame in between", async () => {
  const all = [...(await entered(2)), ...(await entered(1, true))];
  for (let time = 0; time < 2; time++) {
    here.proxy.cut();
    const gone = () => all.some(({ status }) => status === "offline");
    await expect.poll(gone, within).toBe(true);
    await expect.poll(() => all.every(({ joined }) => joined), within).toBe(true);
  }
  await expectAgreement(all, await write(all));
  leave(all);
});

test("what is typed while the server restarts is there afterwards, once, after a stop as after a crash", async () => {
  const all = await entered(2);
  const words: string[] = [];
  for (const signal of ["SIGTERM", "SIGKILL"] as const) {
    const restarted = here.restart(signal);
    words.push(...(await write(all, { rounds: 10 })));
    await restarted;
    await expectAgreement(all, words);
  }
  leave(all);
});
