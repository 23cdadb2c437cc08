import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { createAccounts, lastSeenStepMs, loginIdleMs } from "../accounts/accounts.ts";
import { createEvents } from "../base/events.ts";
import { randomIds } from "../base/ids.ts";
import { silentLog } from "../base/log.ts";
import type { Principal } from "../base/principal.ts";
import { createTestClock, createTestDb } from "../testing.ts";
import { createAccess, rightsChanged } from "./access.ts";

const knownRepository = "4f9b1c2e-0000-4000-8000-000000000001";
const repositories = { isKnown: (id: string) => id === knownRepository, list: async () => [] };

let database: Database;
let clock: ReturnType<typeof createTestClock>;
let events: ReturnType<typeof createEvents>;
let accounts: ReturnType<typeof createAccounts>;
let access: ReturnType<typeof createAccess>;

beforeEach(async () => {
  database ??= await createTestDb();
  await database.db.execute(sql`truncate people, logins, person_rights`);
  clock = createTestClock();
  events = createEvents({ log: silentLog });
  const shared = { db: database.db, events, clock, ids: randomIds, log: silentLog };
  accounts = createAccounts(shared);
  access = createAccess({ ...shared, accounts, repositories });
  return () => events.close();
});
afterEach(async ({ task }) => {
  if (task === task.file.tasks.at(-1)) await database.close();
});

async function join(name: string): Promise<Principal> {
  const joined = await accounts.join({ name });
  if (!joined.ok) throw new Error(joined.reason);
  const found = await accounts.authenticate(joined.token);
  if (found === null) throw new Error("no login");
  return found.principal;
}

const none = { read: false, write: false, administer: false };
const reader = { read: true, write: false, administer: false };
const member = { read: true, write: true, administer: false };
const operator = { read: true, write: true, administer: true };

describe("who gets which rights", () => {
  test("the first person is the operator and the others read and write", async () => {
    expect(await access.rights(await join("Ada"))).toEqual(operator);
    expect(await access.rights(await join("Grace"))).toEqual(member);
  });

  test("of many who join at the same moment exactly one is the operator", async () => {
    const joined = await Promise.all(Array.from({ length: 12 }, (_, index) => join(`Person ${index}`)));
    const rights = await Promise.all(joined.map((principal) => access.rights(principal)));
    expect(rights.filter(({ administer }) => administer)).toHaveLength(1);
  });

  test("when every administrator has signed out, the next who joins becomes operator", async () => {
    const ada = await join("Ada");
    const grace = await join("Grace");
    await accounts.signOut(ada);
    expect(await access.rights(grace)).toEqual(member);
    expect(await access.rights(await join("Barbara"))).toEqual(operator);
    expect(await access.rights(await join("Edsger"))).toEqual(member);
  });
});

describe("check", () => {
  test("refuses what the person may not do, in the right's own words", async () => {
    const ada = await join("Ada");
    const grace = await join("Grace");
    expect(await access.check(grace, "write")).toEqual({ ok: true });
    expect(await access.check(grace, "administer")).toEqual({ ok: false, reason: "forbidden" });
    await access.setRights(ada, { person: grace.person, rights: reader });
    expect(await access.check(grace, "read")).toEqual({ ok: true });
    expect(await access.check(grace, "write")).toEqual({ ok: false, reason: "forbidden" });
    await access.setRights(ada, { person: grace.person, rights: none });
    expect(await access.check(grace, "read")).toEqual({ ok: false, reason: "forbidden" });
  });

  test("a changed right and an ended login hold at once, though answers are remembered", async () => {
    const ada = await join("Ada");
    const grace = await join("Grace");
    expect((await access.check(grace, "write")).ok).toBe(true);
    await access.setRights(ada, { person: grace.person, rights: reader });
    expect((await access.check(grace, "write")).ok).toBe(false);
    await access.endLogins(ada, { person: grace.person });
    expect(await access.check(grace, "read")).toEqual({ ok: false, reason: "signed-out" });
  });

  test("a change made in another process without its event holds within a second", async () => {
    const grace = (await join("Ada"), await join("Grace"));
    expect((await access.check(grace, "write")).ok).toBe(true);
    await database.db.execute(sql`update person_rights set may_write = false where person = ${grace.person}`);
    clock.advance(999);
    expect((await access.check(grace, "write")).ok).toBe(true);
    clock.advance(1);
    expect((await access.check(grace, "write")).ok).toBe(false);
    await database.db.execute(sql`delete from logins where id = ${grace.login}`);
    clock.advance(1000);
    expect(await access.check(grace, "read")).toEqual({ ok: false, reason: "signed-out" });
  });

  test("what is read while a right changes is not remembered", async () => {
    const grace = (await join("Ada"), await join("Grace"));
    const early = access.check(grace, "write");
    events.publish(rightsChanged, { person: grace.person });
    await database.db.execute(sql`update person_rights set may_write = false where person = ${grace.person}`);
    await early;
    expect((await access.check(grace, "write")).ok).toBe(false);
  });

  test("nobody gets in with another's login, without one, or with an id that is none", async () => {
    const ada = await join("Ada");
    const grace = await join("Grace");
    const forged: Principal[] = [
      { person: ada.person, via: "browser", login: grace.login! },
      { person: ada.person, via: "browser" },
      { person: ada.person, via: "planner", login: grace.login! },
      { person: ada.person, via: "browser", login: "' or true --" },
      { person: "' or true --", via: "browser", login: ada.login! },
      { person: "nobody", via: "planner" },
    ];
    for (const principal of forged) {
      expect(await access.check(principal, "read")).toEqual({ ok: false, reason: "signed-out" });
      expect(await access.rights(principal)).toEqual(none);
    }
    expect(await access.check({ person: randomIds.uuid(), via: "planner" }, "read")).toEqual({
      ok: false,
      reason: "forbidden",
    });
  });

  test("what acts for an operator does not administer", async () => {
    const ada = await join("Ada");
    const grace = await join("Grace");
    for (const via of ["planner", "agent", "mcp", "assistant", "job"] as const) {
      const acting: Principal = { person: ada.person, via };
      expect((await access.check(acting, "write")).ok).toBe(true);
      expect(await access.check(acting, "administer")).toEqual({ ok: false, reason: "forbidden" });
      expect((await access.setRights(acting, { person: grace.person, rights: operator })).ok).toBe(false);
      expect((await access.rights(acting)).administer).toBe(false);
    }
  });

  test("a repository that is not configured is refused", async () => {
    const ada = await join("Ada");
    expect(await access.check(ada, "read", { repository: knownRepository })).toEqual({ ok: true });
    expect(await access.check(ada, "read", { repository: randomIds.uuid() })).toEqual({
      ok: false,
      reason: "forbidden",
    });
  });
});

describe("administering", () => {
  test("is for administrators only", async () => {
    const ada = await join("Ada");
    const grace = await join("Grace");
    const refused = { ok: false, reason: "forbidden" };
    expect(await access.people(grace)).toEqual(refused);
    expect(await access.setRights(grace, { person: grace.person, rights: operator })).toEqual(refused);
    expect(await access.endLogins(grace, { person: ada.person })).toEqual(refused);
    expect(await access.rights(grace)).toEqual(member);
  });

  test("lists everybody with rights and sign-ins", async () => {
    const ada = await join("Ada");
    const grace = await join("Grace");
    await accounts.signOut(grace);
    const listed = await access.people(ada);
    expect(listed).toEqual({
      ok: true,
      people: expect.arrayContaining([
        {
          person: expect.objectContaining({ name: "Ada" }),
          rights: operator,
          logins: 1,
          lastSeenAt: clock.now(),
        },
        { person: expect.objectContaining({ name: "Grace" }), rights: member, logins: 0, lastSeenAt: null },
      ]),
    });
  });

  test("writing brings reading, administering brings both", async () => {
    const ada = await join("Ada");
    const { person } = await join("Grace");
    expect(await access.setRights(ada, { person, rights: { ...none, write: true } })).toEqual({
      ok: true,
      rights: member,
    });
    expect(await access.setRights(ada, { person, rights: { ...none, administer: true } })).toEqual({
      ok: true,
      rights: operator,
    });
  });

  test("the last administrator is neither demoted nor locked out", async () => {
    const ada = await join("Ada");
    const grace = await join("Grace");
    const last = { ok: false, reason: "last-administrator" };
    expect(await access.setRights(ada, { person: ada.person, rights: member })).toEqual(last);
    expect(await access.endLogins(ada, { person: ada.person })).toEqual(last);
    await access.setRights(ada, { person: grace.person, rights: operator });
    await accounts.signOut(grace);
    expect(await access.setRights(ada, { person: ada.person, rights: member })).toEqual(last);
    expect(await access.rights(ada)).toEqual(operator);
  });

  test("two administrators who demote each other at the same moment leave one", async () => {
    const ada = await join("Ada");
    const grace = await join("Grace");
    await access.setRights(ada, { person: grace.person, rights: operator });
    const outcomes = await Promise.all([
      access.setRights(ada, { person: grace.person, rights: member }),
      access.setRights(grace, { person: ada.person, rights: member }),
    ]);
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    const rights = await Promise.all([access.rights(ada), access.rights(grace)]);
    expect(rights.filter(({ administer }) => administer)).toHaveLength(1);
  });

  test("somebody who does not exist is not found", async () => {
    const ada = await join("Ada");
    for (const person of [randomIds.uuid(), "nobody"]) {
      expect(await access.setRights(ada, { person, rights: member })).toEqual({
        ok: false,
        reason: "not-found",
      });
      expect(await access.endLogins(ada, { person })).toEqual({ ok: false, reason: "not-found" });
    }
  });
});

test("a login idle for a year no longer counts as an administrator's", async () => {
  const ada = await join("Ada");
  clock.advance(loginIdleMs + lastSeenStepMs);
  expect(await access.check(ada, "read")).toEqual({ ok: false, reason: "signed-out" });
  expect(await access.rights(await join("Grace"))).toEqual(operator);
});
