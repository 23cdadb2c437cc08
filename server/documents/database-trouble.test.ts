import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database } from "../../db/client.ts";
import { systemClock } from "../base/clock.ts";
import { silentLog } from "../base/log.ts";
import { createTestDb } from "../testing.ts";
import { Authorities } from "./authorities.ts";
import { createCommitTables } from "./commit-tables.ts";
import { commitSteps } from "./commit-steps.ts";
import type { Outcome } from "./entry.ts";
import { steerStore } from "./steered-store.ts";
import { ada, newDocument, startDocuments } from "./testing-fixture.ts";

let database: Database;
let store: ReturnType<typeof steerStore>["store"];
let steering: ReturnType<typeof steerStore>["steering"];
let authorities: Authorities;
let make: () => Promise<string>;

beforeAll(async () => {
  database = await createTestDb();
  const { documents } = startDocuments(database.db);
  make = async () => await newDocument(documents, "start\n");
});
afterAll(() => database.close());
beforeEach(() => {
  ({ store, steering } = steerStore(createCommitTables(database.db)));
  authorities = open();
  return () => authorities.close();
});

function open(options: { linger?: number; most?: { documents: number; bytes: number } } = {}): Authorities {
  return new Authorities({
    store,
    clock: systemClock,
    log: silentLog,
    committed: () => undefined,
    ...options,
  });
}

/** Types a word at the beginning of a document. */
async function type(document: string, word: string, commit: string = randomUUID()): Promise<Outcome | null> {
  const steps = [{ stepType: "replace", from: 1, to: 1, slice: { content: [{ type: "text", text: word }] } }];
  return await authorities.use(
    document,
    async (authority) =>
      await commitSteps(authority, store, {
        commit,
        base: authority.text.version,
        steps,
        person: ada.person,
        via: "browser",
      }),
  );
}

async function text(document: string): Promise<string> {
  const fresh = open({ linger: 0 });
  const found = await fresh.use(document, async (authority) => authority.text.doc.textContent);
  await fresh.close();
  return found ?? "gone";
}

const times = (whole: string, word: string) => whole.split(word).length - 1;

test("a write that takes long holds up its document alone, and what waited is stored once, in a few writes", async () => {
  const [slow, other] = [await make(), await make()];
  const { promise: gate, resolve: letGo } = Promise.withResolvers<void>();
  steering.before = async ({ name, document }) => {
    if (name === "append" && document === slow) await gate;
  };
  const first = type(slow, "<first>");
  await expect.poll(() => steering.count("append")).toBe(1);
  const waiting = Array.from({ length: 300 }, (_, i) => type(slow, `<${i}>`));
  for (let i = 0; i < 20; i++) expect(await type(other, "x")).toMatchObject({ ok: true });
  const before = steering.count("append");
  letGo();
  const outcomes = await Promise.all([first, ...waiting]);
  expect(outcomes.filter((outcome) => !outcome?.ok)).toEqual([]);
  expect(steering.count("append") - before).toBeLessThan(4);
  const whole = await text(slow);
  for (const word of ["<first>", "<0>", "<150>", "<299>"]) expect(times(whole, word), word).toBe(1);
  expect(times(whole, "<")).toBe(301);
});

test("no more than 4,000 wait for one document; whoever comes then is told, and so is everybody when it fails", async () => {
  const slow = await make();
  const { promise: gate, resolve: letGo } = Promise.withResolvers<void>();
  steering.before = async ({ name }) => {
    if (name === "append") await gate.then(() => Promise.reject(new Error("the database went away")));
  };
  const first = type(slow, "<first>");
  await expect.poll(() => steering.count("append")).toBe(1);
  const waiting = Array.from({ length: 4_000 }, () => type(slow, "x"));
  expect(await type(slow, "<too many>")).toMatchObject({ ok: false, reason: "unavailable" });
  letGo();
  const outcomes = await Promise.all([first, ...waiting]);
  expect(new Set(outcomes.map((one) => (one?.ok ? "ok" : one?.reason)))).toEqual(new Set(["unavailable"]));
  // Three attempts a group, and not one a commit.
  expect(steering.count("append")).toBeLessThan(30);
  steering.before = async () => undefined;
  expect(await type(slow, "<again>")).toMatchObject({ ok: true, base: 0 });
});

test("more than 64 MiB that wait for one document are refused by name", async () => {
  const slow = await make();
  const { promise: gate, resolve: letGo } = Promise.withResolvers<void>();
  steering.before = async ({ name }) => {
    if (name === "append") await gate;
  };
  const large = "y".repeat(1_900_000);
  const all = [type(slow, "<first>"), ...Array.from({ length: 40 }, () => type(slow, large))];
  const refused = (await Promise.all(all.slice(36))).filter(
    (one) => !one?.ok && one?.reason === "unavailable",
  );
  expect(refused.length).toBeGreaterThan(0);
  letGo();
  const outcomes = await Promise.all(all);
  expect(outcomes[0]).toMatchObject({ ok: true });
  expect(outcomes[1]).toMatchObject({ ok: false, reason: "too-large" });
});

test("a write whose answer is lost is stored once, and its senders hear where it stands", async () => {
  const document = await make();
  let lost = 1;
  steering.after = async ({ name }) => {
    if (name === "append" && lost-- > 0) throw new Error("the answer was lost");
  };
  const outcomes = await Promise.all(Array.from({ length: 20 }, (_, i) => type(document, `<${i}>`)));
  expect(outcomes.map((one) => (one?.ok ? one.base : -1)).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 20 }, (_, i) => i),
  );
  const whole = await text(document);
  for (let i = 0; i < 20; i++) expect(times(whole, `<${i}>`)).toBe(1);
});

test("while the database fails a commit is refused as unavailable, and its resend is stored once afterwards", async () => {
  const document = await make();
  await type(document, "<before>");
  steering.before = async () => {
    throw new Error("the database is away");
  };
  const commit = randomUUID();
  expect(await type(document, "<kept>", commit)).toMatchObject({ ok: false, reason: "unavailable" });
  // Told of something it cannot fetch, it does not ask without end.
  authorities.heardNothing();
  const asked = steering.calls.length;
  await pause(400);
  expect(steering.calls.length - asked).toBeLessThan(10);
  steering.before = async () => undefined;
  expect(await type(document, "<kept>", commit)).toMatchObject({ ok: true });
  expect(await type(document, "<kept>", commit)).toMatchObject({ ok: true });
  expect(times(await text(document), "<kept>")).toBe(1);
});

test("a document that is let go while the database is away asks it for nothing more", async () => {
  const document = await make();
  await type(document, "<before>");
  steering.before = async () => {
    throw new Error("the database is away");
  };
  authorities.heardNothing();
  await expect.poll(() => steering.count("since")).toBeGreaterThan(1);
  await authorities.close();
  const asked = steering.calls.length;
  await pause(1_500);
  expect(steering.calls.length).toBe(asked);
});

test("a snapshot that cannot be written stops no commit, and is not tried at each", async () => {
  const document = await make();
  steering.before = async ({ name }) => {
    if (name === "snapshot") throw new Error("no room for snapshots");
  };
  for (let i = 0; i < 700; i++) expect(await type(document, "x")).toMatchObject({ ok: true });
  expect(steering.count("snapshot")).toBeGreaterThan(0);
  expect(steering.count("snapshot")).toBeLessThan(6);
  expect(await text(document)).toBe(`${"x".repeat(700)}start`);
});

test("a load that fails leaves nothing behind, and the next opening works", async () => {
  const document = await make();
  steering.before = async () => {
    await pause(5);
    throw new Error("the database is away");
  };
  const all = Array.from({ length: 5 }, () => type(document, "x"));
  for (const one of all) await expect(one).rejects.toThrow("away");
  expect(authorities.size).toBe(0);
  steering.before = async () => undefined;
  expect(await type(document, "x")).toMatchObject({ ok: true, base: 0 });
});

test("opening, writing and being told of news while a document is released lose nothing and leave nothing", async () => {
  await authorities.close();
  authorities = open({ linger: 0, most: { documents: 2, bytes: 1_000_000 } });
  steering.before = async () => await pause(Math.random() * 4);
  const documents = await Promise.all(Array.from({ length: 6 }, make));
  const typed = new Map(documents.map((document) => [document, [] as string[]]));
  await Promise.all(
    Array.from({ length: 240 }, async (_, i) => {
      await pause(Math.random() * 600);
      const document = documents[i % documents.length] ?? "";
      const letGo = i % 5 === 0 ? authorities.hold(document) : null;
      if (i % 7 === 0) authorities.heardNothing();
      const outcome = await type(document, `<${i}>`);
      expect(outcome).toMatchObject({ ok: true });
      typed.get(document)?.push(`<${i}>`);
      await pause(Math.random() * 10);
      letGo?.();
      letGo?.();
    }),
  );
  await expect.poll(() => authorities.size, { timeout: 5_000 }).toBe(0);
  for (const [document, words] of typed) {
    const whole = await text(document);
    for (const word of words) expect(times(whole, word), word).toBe(1);
  }
});

test("what lingers is bounded, the one used last stays longest, and what somebody has open stays", async () => {
  await authorities.close();
  authorities = open({ most: { documents: 5, bytes: 1_000_000 } });
  const documents = await Promise.all(Array.from({ length: 20 }, make));
  const letGo = authorities.hold(documents[0] ?? "");
  for (const document of documents) await type(document, "x");
  await expect.poll(() => authorities.size).toBe(6);
  const loads = steering.count("load");
  for (const document of [documents[0], ...documents.slice(-5)]) await type(document ?? "", "x");
  expect(steering.count("load")).toBe(loads);
  letGo();
  await expect.poll(() => authorities.size).toBe(5);
  await type(documents[3] ?? "", "x");
  expect(steering.count("load")).toBe(loads + 1);
});
