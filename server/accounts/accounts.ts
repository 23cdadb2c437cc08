import { and, asc, count, desc, eq, gt, inArray, lte, max } from "drizzle-orm";
import type { Db, Tx } from "../../db/client.ts";
import { logins, people } from "../../db/schema/accounts.ts";
import type { Clock } from "../base/clock.ts";
import { tokenHash } from "../base/crypto.ts";
import { defineEvent, type Events } from "../base/events.ts";
import { isUuid, type Ids } from "../base/ids.ts";
import type { Log } from "../base/log.ts";
import type { Principal } from "../base/principal.ts";
import { cleanName, nameKey } from "./name.ts";

/** A human account. */
export type Person = { id: string; name: string; createdAt: Date };

/** One browser a person is signed in with. */
export type Login = { id: string; createdAt: Date; lastSeenAt: Date; userAgent: string; current: boolean };

/** Who a token belongs to, and the principal that acts for them. */
export type Authenticated = { person: Person; principal: Principal };

/** A login ended, by whomever; whatever it opened ends with it. */
export const loginEnded = defineEvent<{ login: string; person: string }>("accounts.loginEnded");
export const personJoined = defineEvent<{ person: string }>("accounts.personJoined");

/** What else must be stored when a person joins, in the same transaction. */
export type Welcome = (tx: Tx, person: Person) => Promise<void>;

/** A login nobody used for a year ends. */
export const loginIdleMs = 365 * 24 * 60 * 60 * 1000;

/** How exact "last seen" is; a write for every request would cost more than it tells. */
export const lastSeenStepMs = 5 * 60 * 1000;

export type Accounts = ReturnType<typeof createAccounts>;

/** People and the browsers they are signed in with. Rights are access's business. */
export function createAccounts({
  db,
  events,
  clock,
  ids,
  log,
}: {
  db: Db;
  events: Events;
  clock: Clock;
  ids: Ids;
  log: Log;
}) {
  const welcomes: Welcome[] = [];
  const idleSince = (): Date => new Date(clock.now().getTime() - loginIdleMs);

  function announceEnd(ended: { login: string; person: string }[]): void {
    for (const { login, person } of ended) events.publish(loginEnded, { login, person });
  }

  /** Takes away the logins that `which` selects and says so. */
  async function end(which: Parameters<ReturnType<Db["delete"]>["where"]>[0]): Promise<number> {
    const ended = await db.delete(logins).where(which).returning({ login: logins.id, person: logins.person });
    announceEnd(ended);
    return ended.length;
  }

  async function find(login: string): Promise<{ person: string } | null> {
    if (!isUuid(login)) return null;
    const [row] = await db
      .select({ person: logins.person })
      .from(logins)
      .where(and(eq(logins.id, login), gt(logins.lastSeenAt, idleSince())));
    return row ?? null;
  }

  /** The browser login behind a principal, while it lives. A Planner or an agent has no say over logins. */
  async function ownLogin(principal: Principal): Promise<string | null> {
    if (principal.via !== "browser" || principal.login === undefined) return null;
    return (await find(principal.login))?.person === principal.person ? principal.login : null;
  }

  return {
    /** Registers what is stored along with a new person; access gives the first rights so. */
    whenJoining(welcome: Welcome): void {
      welcomes.push(welcome);
    },

    /**
     * Open mode: makes a person of whoever picks a free name and signs this browser in. The token is returned once
     * and only its hash is kept. A name has 1 to 60 visible characters and is unique ignoring case.
     */
    async join({
      name: given,
      userAgent = "",
    }: {
      name: string;
      userAgent?: string | undefined;
    }): Promise<
      { ok: true; person: Person; token: string } | { ok: false; reason: "name-invalid" | "name-taken" }
    > {
      const name = cleanName(given);
      if (name === null) return { ok: false, reason: "name-invalid" };
      const now = clock.now();
      const person: Person = { id: ids.uuid(), name, createdAt: now };
      const token = ids.token();
      const joined = await db.transaction(async (tx) => {
        const made = await tx
          .insert(people)
          .values({ ...person, nameKey: nameKey(name) })
          .onConflictDoNothing({ target: people.nameKey })
          .returning({ id: people.id });
        if (made.length === 0) return false;
        await tx.insert(logins).values({
          id: ids.uuid(),
          person: person.id,
          tokenHash: tokenHash(token),
          userAgent: cleanUserAgent(userAgent),
          createdAt: now,
          lastSeenAt: now,
        });
        for (const welcome of welcomes) await welcome(tx, person);
        return true;
      });
      if (!joined) return { ok: false, reason: "name-taken" };
      log.info("a person joined", { person: person.id });
      events.publish(personJoined, { person: person.id });
      return { ok: true, person, token };
    },

    /** Who holds this token; null when nobody does, or its login ended or was idle for a year. */
    async authenticate(token: string): Promise<Authenticated | null> {
      if (!tokenShape.test(token)) return null;
      const [row] = await db
        .select({ login: logins.id, lastSeenAt: logins.lastSeenAt, person: people })
        .from(logins)
        .innerJoin(people, eq(people.id, logins.person))
        .where(eq(logins.tokenHash, tokenHash(token)));
      if (row === undefined) return null;
      const idle = clock.now().getTime() - row.lastSeenAt.getTime();
      if (idle >= loginIdleMs) {
        await end(and(eq(logins.id, row.login), lte(logins.lastSeenAt, idleSince())));
        return null;
      }
      if (idle >= lastSeenStepMs) {
        await db.update(logins).set({ lastSeenAt: clock.now() }).where(eq(logins.id, row.login));
      }
      return {
        person: toPerson(row.person),
        principal: { person: row.person.id, via: "browser", login: row.login },
      };
    },

    /** Whose living login this is, or null. */
    async holderOf(login: string): Promise<string | null> {
      return (await find(login))?.person ?? null;
    },

    /** The persons of those logins that live, by login. */
    async holdersOf(asked: readonly string[]): Promise<Map<string, string>> {
      if (asked.length === 0) return new Map();
      const rows = await db
        .select({ login: logins.id, person: logins.person })
        .from(logins)
        .where(and(inArray(logins.id, [...asked]), gt(logins.lastSeenAt, idleSince())));
      return new Map(rows.map(({ login, person }) => [login, person]));
    },

    /** True until a login is ended or was idle for a year. */
    async isAlive(login: string): Promise<boolean> {
      return (await find(login)) !== null;
    },

    async person(id: string): Promise<Person | null> {
      if (!isUuid(id)) return null;
      const [row] = await db.select().from(people).where(eq(people.id, id));
      return row === undefined ? null : toPerson(row);
    },

    /** Everybody, in order of joining. */
    async people(): Promise<Person[]> {
      return (await db.select().from(people).orderBy(asc(people.createdAt), asc(people.id))).map(toPerson);
    },

    /** The acting person's own logins, the latest used first; none for a principal without a living login. */
    async logins(principal: Principal): Promise<Login[]> {
      const current = await ownLogin(principal);
      if (current === null) return [];
      const rows = await db
        .select()
        .from(logins)
        .where(and(eq(logins.person, principal.person), gt(logins.lastSeenAt, idleSince())))
        .orderBy(desc(logins.lastSeenAt), asc(logins.id));
      return rows.map(({ id, createdAt, lastSeenAt, userAgent }) => ({
        id,
        createdAt,
        lastSeenAt,
        userAgent,
        current: id === current,
      }));
    },

    /** Ends one of the acting person's own logins; somebody else's is as good as not there. */
    async endLogin(
      principal: Principal,
      { login }: { login: string },
    ): Promise<{ ok: true } | { ok: false; reason: "signed-out" | "not-found" }> {
      if ((await ownLogin(principal)) === null) return { ok: false, reason: "signed-out" };
      if (!isUuid(login)) return { ok: false, reason: "not-found" };
      const ended = await end(and(eq(logins.id, login), eq(logins.person, principal.person)));
      return ended === 1 ? { ok: true } : { ok: false, reason: "not-found" };
    },

    /** Ends the login the principal acts through. Doing so twice is fine. */
    async signOut(principal: Principal): Promise<void> {
      const own = await ownLogin(principal);
      if (own !== null) await end(eq(logins.id, own));
    },

    /** Ends every login of a person. Access calls it, having checked who asks. Returns how many. */
    async endAllOf({ person }: { person: string }): Promise<number> {
      return isUuid(person) ? await end(eq(logins.person, person)) : 0;
    },

    /** Which of these people have a living login, as `tx` sees it. */
    async signedInAmong(tx: Tx, persons: readonly string[]): Promise<Set<string>> {
      if (persons.length === 0) return new Set();
      const rows = await tx
        .selectDistinct({ person: logins.person })
        .from(logins)
        .where(and(inArray(logins.person, [...persons]), gt(logins.lastSeenAt, idleSince())));
      return new Set(rows.map(({ person }) => person));
    },

    /** How many living logins each person has and when one was last used. Who has none is left out. */
    async presence(): Promise<Map<string, { logins: number; lastSeenAt: Date }>> {
      const rows = await db
        .select({ person: logins.person, logins: count(), lastSeenAt: max(logins.lastSeenAt) })
        .from(logins)
        .where(gt(logins.lastSeenAt, idleSince()))
        .groupBy(logins.person);
      return new Map(
        rows.flatMap((row) =>
          row.lastSeenAt === null ? [] : [[row.person, { logins: row.logins, lastSeenAt: row.lastSeenAt }]],
        ),
      );
    },
  };
}

const tokenShape = /^[\w-]{43}$/;

function toPerson({ id, name, createdAt }: Person): Person {
  return { id, name, createdAt };
}

/** What a browser says of itself, without control characters and at most 300 characters. */
function cleanUserAgent(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, "")
    .slice(0, 300)
    .toWellFormed();
}
