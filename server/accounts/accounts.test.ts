import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { queryRows, type Database } from "../../db/client.ts";
import { createEvents } from "../base/events.ts";
import { randomIds } from "../base/ids.ts";
import { silentLog } from "../base/log.ts";
import type { Principal } from "../base/principal.ts";
import { createTestClock, createTestDb } from "../testing.ts";
import { createAccounts, lastSeenStepMs, loginEnded, loginIdleMs, personJoined } from "./accounts.ts";

let database: Database;
let clock: ReturnType<typeof createTestClock>;
let events: ReturnType<typeof createEvents>;
let accounts: ReturnType<typeof createAccounts>;

beforeAll(async () => {
  database = await createTestDb();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.execute(sql`truncate people, logins, person_rights`);
  clock = createTestClock();
  events = createEvents({ log: silentLog });
  accounts = start();
  return () => events.close();
});

function start() {
  return createAccounts({ db: database.db, events, clock, ids: randomIds, log: silentLog });
}

async function join(name: string, userAgent?: string): Promise<{ token: string; principal: Principal }> {
  const joined = await accounts.join({ name, userAgent });
  if (!joined.ok) throw new Error(joined.reason);
  const found = await accounts.authenticate(joined.token);
  if (found === null) throw new Error("no login");
  return { token: joined.token, principal: found.principal };
}

describe("choosing a name", () => {
  test.each([
    ["  Ada  Lovelace ", "Ada Lovelace"],
    ["王小明", "王小明"],
    ["e\u0301va", "éva"],
    ["👩‍💻", "👩‍💻"],
    ["x".repeat(60), "x".repeat(60)],
    ["😀".repeat(60), "😀".repeat(60)],
  ])("%j is kept as %j", async (given, name) => {
    expect(await accounts.join({ name: given })).toMatchObject({ ok: true, person: { name } });
  });

  test.each([
    "",
    "   ",
    "x".repeat(61),
    "a\u0000b",
    "a\nb",
    "a\u202eb",
    "\u2066a",
    "a\u200bb",
    "a\ufeffb",
    "\u200d",
    "\u3164",
    "\ud800",
  ])("%j is refused", async (name) => {
    expect(await accounts.join({ name })).toEqual({ ok: false, reason: "name-invalid" });
  });

  test("a name of megabytes is refused before it is looked at", async () => {
    expect(await accounts.join({ name: "x".repeat(5_000_000) })).toEqual({
      ok: false,
      reason: "name-invalid",
    });
    expect(await accounts.authenticate("a".repeat(5_000_000))).toBeNull();
  });

  test.each([
    ["Ada", "aDA"],
    ["Straße", "STRASSE"],
    ["Ada", "Ａｄａ"],
    ["Ada", "A\u200dda"],
    ["éva", "E\u0301VA"],
  ])("%j takes %j as well", async (first, second) => {
    expect((await accounts.join({ name: first })).ok).toBe(true);
    expect(await accounts.join({ name: second })).toEqual({ ok: false, reason: "name-taken" });
  });

  test("of two who take one name at the same moment one is refused, and leaves no login", async () => {
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => accounts.join({ name: "Ada" })));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await queryRows(database.db, sql`select 1 as one from logins`)).toHaveLength(1);
  });

  test("what must be stored on joining is stored with it or not at all", async () => {
    accounts.whenJoining(async () => {
      throw new Error("no rights");
    });
    await expect(accounts.join({ name: "Ada" })).rejects.toThrow("no rights");
    expect(await accounts.people()).toEqual([]);
  });

  test("is announced once it is true", async () => {
    const heard: string[] = [];
    events.on(personJoined, ({ person }) => heard.push(person));
    const { principal } = await join("Ada");
    expect(heard).toEqual([principal.person]);
  });
});

describe("signing in", () => {
  test("a token opens its login, also after a restart, and only its hash is stored", async () => {
    const { token, principal } = await join("Ada");
    accounts = start();
    expect(await accounts.authenticate(token)).toMatchObject({ person: { name: "Ada" }, principal });
    expect(token).toMatch(/^[\w-]{43}$/);
    const stored = await queryRows<{ row: string }>(database.db, sql`select logins::text as row from logins`);
    expect(stored[0]?.row).not.toContain(token);
  });

  test.each(["", "x", "' or true --", "a".repeat(43), "\0".repeat(43)])("%j opens nothing", async (token) => {
    await join("Ada");
    expect(await accounts.authenticate(token)).toBeNull();
  });

  test("the stored hash opens nothing", async () => {
    await join("Ada");
    const [row] = await queryRows<{ hash: string }>(database.db, sql`select token_hash as hash from logins`);
    expect(await accounts.authenticate(row?.hash ?? "")).toBeNull();
    expect(await accounts.authenticate((row?.hash ?? "").slice(0, 43))).toBeNull();
  });

  test("last seen is written at most every five minutes", async () => {
    const { token, principal } = await join("Ada");
    const joinedAt = clock.now();
    clock.advance(lastSeenStepMs - 1);
    await accounts.authenticate(token);
    expect((await accounts.logins(principal))[0]?.lastSeenAt).toEqual(joinedAt);
    clock.advance(1);
    await accounts.authenticate(token);
    expect((await accounts.logins(principal))[0]?.lastSeenAt).toEqual(clock.now());
  });

  test("a login idle for a year ends; one that is used does not", async () => {
    const { token, principal } = await join("Ada");
    const used = await join("Grace");
    clock.advance(loginIdleMs - 1);
    expect(await accounts.authenticate(used.token)).not.toBeNull();
    clock.advance(1);
    expect(await accounts.isAlive(principal.login!)).toBe(false);
    expect(await accounts.authenticate(token)).toBeNull();
    expect(await accounts.authenticate(used.token)).not.toBeNull();
  });
});

describe("ending logins", () => {
  /** Gives a person a second browser, which open mode itself has no way to do. */
  async function secondLogin(person: string): Promise<string> {
    const id = randomIds.uuid();
    await database.db.execute(
      sql`insert into logins (id, person, token_hash, user_agent, created_at, last_seen_at)
        values (${id}, ${person}, ${id}, 'other', ${clock.now().toISOString()}, ${clock.now().toISOString()})`,
    );
    return id;
  }

  test("signing out ends this browser at once, and is announced", async () => {
    const heard: object[] = [];
    events.on(loginEnded, (payload) => heard.push(payload));
    const { token, principal } = await join("Ada");
    await accounts.signOut(principal);
    await accounts.signOut(principal);
    expect(await accounts.authenticate(token)).toBeNull();
    expect(await accounts.isAlive(principal.login!)).toBe(false);
    expect(heard).toEqual([{ login: principal.login, person: principal.person }]);
  });

  test("a person lists and ends the other browsers", async () => {
    const { principal } = await join("Ada", "Firefox\u0000\u0007");
    const other = await secondLogin(principal.person);
    expect(await accounts.logins(principal)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: principal.login, current: true, userAgent: "Firefox" }),
        expect.objectContaining({ id: other, current: false }),
      ]),
    );
    expect(await accounts.endLogin(principal, { login: other })).toEqual({ ok: true });
    expect(await accounts.endLogin(principal, { login: other })).toEqual({ ok: false, reason: "not-found" });
    expect(await accounts.isAlive(other)).toBe(false);
    expect(await accounts.isAlive(principal.login!)).toBe(true);
  });

  test("nobody ends another's login, nor lists it", async () => {
    const ada = await join("Ada");
    const grace = await join("Grace");
    const notFound = { ok: false, reason: "not-found" };
    const signedOut = { ok: false, reason: "signed-out" };
    const login = ada.principal.login!;
    expect(await accounts.endLogin(grace.principal, { login })).toEqual(notFound);
    expect(await accounts.endLogin(grace.principal, { login: "' or true --" })).toEqual(notFound);
    const forged: Principal[] = [
      { person: ada.principal.person, via: "browser", login: grace.principal.login! },
      { person: ada.principal.person, via: "browser" },
      { person: ada.principal.person, via: "planner", login },
    ];
    for (const principal of forged) {
      expect(await accounts.endLogin(principal, { login })).toEqual(signedOut);
      expect(await accounts.logins(principal)).toEqual([]);
      await accounts.signOut(principal);
    }
    expect(await accounts.isAlive(login)).toBe(true);
    expect(await accounts.isAlive(grace.principal.login!)).toBe(true);
  });

  test("a principal whose login ended ends nothing more", async () => {
    const { principal } = await join("Ada");
    const other = await secondLogin(principal.person);
    await accounts.signOut(principal);
    expect(await accounts.endLogin(principal, { login: other })).toEqual({ ok: false, reason: "signed-out" });
    expect(await accounts.isAlive(other)).toBe(true);
  });

  test("all logins of a person end together", async () => {
    const { principal } = await join("Ada");
    await secondLogin(principal.person);
    const grace = await join("Grace");
    expect(await accounts.endAllOf({ person: principal.person })).toBe(2);
    expect(await accounts.endAllOf({ person: "nobody" })).toBe(0);
    expect(await accounts.isAlive(grace.principal.login!)).toBe(true);
  });
});

test("people are found by id and listed in order of joining", async () => {
  const { principal } = await join("Ada");
  clock.advance(1);
  await join("Grace");
  expect((await accounts.people()).map(({ name }) => name)).toEqual(["Ada", "Grace"]);
  expect(await accounts.person(principal.person)).toMatchObject({ name: "Ada" });
  expect(await accounts.person("' or true --")).toBeNull();
  expect(await accounts.person(randomIds.uuid())).toBeNull();
});
