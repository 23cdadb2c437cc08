import { eq, inArray, sql } from "drizzle-orm";
import type { Db, Tx } from "../../db/client.ts";
import { personRights } from "../../db/schema/access.ts";
import { loginEnded, type Accounts, type Person } from "../accounts/accounts.ts";
import type { Clock } from "../base/clock.ts";
import { defineEvent, type Events } from "../base/events.ts";
import { isUuid } from "../base/ids.ts";
import type { Principal } from "../base/principal.ts";
import type { Repositories, Repository } from "../repositories/repositories.ts";
import { createVerdicts } from "./verdicts.ts";
import { memberRights, noRights, operatorRights, withIncluded, type Right, type Rights } from "./rights.ts";

export { noRights } from "./rights.ts";
export type { Right, Rights } from "./rights.ts";

/** A person's rights changed; what they have open follows within a second, in every process. */
export const rightsChanged = defineEvent<{ person: string }>("access.rightsChanged");

/** Why access is refused: the login ended, or the right is not theirs. */
export type AccessRefusal = { ok: false; reason: "signed-out" | "forbidden" };

/** A person as the operator sees them. */
export type PersonRecord = { person: Person; rights: Rights; logins: number; lastSeenAt: Date | null };

export type Access = ReturnType<typeof createAccess>;

/**
 * What a principal may do. Asked for every call and every message, never only at the door, so that a right taken
 * away is gone on what is already open.
 */
export function createAccess({
  db,
  accounts,
  repositories,
  events,
  clock,
}: {
  db: Db;
  accounts: Accounts;
  repositories: Pick<Repositories, "isKnown" | "list">;
  events: Events;
  clock: Clock;
}) {
  const verdicts = createVerdicts({ clock, read: (principal) => readVerdict({ db, accounts, principal }) });
  events.on(rightsChanged, ({ person }) => verdicts.drop(person));
  events.on(loginEnded, ({ person }) => verdicts.drop(person));
  events.onGap(() => verdicts.dropAll());

  accounts.whenJoining(async (tx, person) => {
    await lock(tx);
    const rights = (await signedInAdministrators(tx, accounts)).size === 0 ? operatorRights : memberRights;
    await store(tx, { person: person.id, rights, setBy: null, setAt: clock.now() });
  });

  async function check(
    principal: Principal,
    right: Right,
    { repository }: { repository?: string | undefined } = {},
  ): Promise<{ ok: true } | AccessRefusal> {
    const rights = await verdicts.of(principal);
    if (rights === null) return { ok: false, reason: "signed-out" };
    // What acts for a person does not hand out rights for them.
    if (right === "administer" && principal.via !== "browser") return { ok: false, reason: "forbidden" };
    if (!rights[right]) return { ok: false, reason: "forbidden" };
    if (repository !== undefined && !repositories.isKnown(repository))
      return { ok: false, reason: "forbidden" };
    return { ok: true };
  }

  return {
    /** Whether this principal may do this now, in `repository` where one is meant. At most one second old. */
    check,

    /** Everything this principal may do; nothing when signed out. */
    async rights(principal: Principal): Promise<Rights> {
      const rights = (await verdicts.of(principal)) ?? noRights;
      return principal.via === "browser" ? rights : { ...rights, administer: false };
    },

    /** What many browsers may do this moment, in two questions whatever their number; null for one signed out. */
    async rightsOfAll(principals: readonly Principal[]): Promise<Map<Principal, Rights | null>> {
      const logins = new Set(principals.flatMap(({ login }) => login ?? []));
      const holders = await accounts.holdersOf([...logins]);
      const persons = new Set(holders.values());
      const rows =
        persons.size === 0
          ? []
          : await db
              .select()
              .from(personRights)
              .where(inArray(personRights.person, [...persons]));
      const rights = new Map(rows.map((row) => [row.person, toRights(row)]));
      return new Map(
        principals.map((one) => {
          const signedIn = holders.get(one.login ?? "") === one.person;
          return [one, signedIn ? (rights.get(one.person) ?? noRights) : null];
        }),
      );
    },

    /** The repositories this principal may read; none when it may not read. */
    async repositories(principal: Principal): Promise<Repository[]> {
      return (await check(principal, "read")).ok ? await repositories.list() : [];
    },

    /** Everybody, with rights and sign-ins, in order of joining. For administrators. */
    async people(principal: Principal): Promise<{ ok: true; people: PersonRecord[] } | AccessRefusal> {
      const allowed = await check(principal, "administer");
      if (!allowed.ok) return allowed;
      const [everybody, presence, rows] = await Promise.all([
        accounts.people(),
        accounts.presence(),
        db.select().from(personRights),
      ]);
      const rights = new Map(rows.map((row) => [row.person, toRights(row)]));
      return {
        ok: true,
        people: everybody.map((person) => ({
          person,
          rights: rights.get(person.id) ?? noRights,
          logins: presence.get(person.id)?.logins ?? 0,
          lastSeenAt: presence.get(person.id)?.lastSeenAt ?? null,
        })),
      };
    },

    /**
     * Sets what a person may do and returns it with what each right includes. For administrators. Refused when no
     * administrator who is signed in would remain.
     */
    async setRights(
      principal: Principal,
      { person, rights: asked }: { person: string; rights: Rights },
    ): Promise<
      { ok: true; rights: Rights } | AccessRefusal | { ok: false; reason: "not-found" | "last-administrator" }
    > {
      const allowed = await check(principal, "administer");
      if (!allowed.ok) return allowed;
      if ((await accounts.person(person)) === null) return { ok: false, reason: "not-found" };
      const rights = withIncluded(asked);
      const outcome = await db.transaction(async (tx) => {
        await lock(tx);
        const administrators = await signedInAdministrators(tx, accounts);
        // Somebody may have taken the right away since it was checked.
        if (!administrators.has(principal.person)) return { ok: false, reason: "forbidden" } as const;
        if (!rights.administer && administrators.size === 1 && administrators.has(person)) {
          return { ok: false, reason: "last-administrator" } as const;
        }
        await store(tx, { person, rights, setBy: principal.person, setAt: clock.now() });
        return { ok: true, rights } as const;
      });
      if (outcome.ok) events.publish(rightsChanged, { person });
      return outcome;
    },

    /** Signs a person out everywhere. For administrators; the last one who is signed in cannot be locked out. */
    async endLogins(
      principal: Principal,
      { person }: { person: string },
    ): Promise<
      { ok: true; ended: number } | AccessRefusal | { ok: false; reason: "not-found" | "last-administrator" }
    > {
      const allowed = await check(principal, "administer");
      if (!allowed.ok) return allowed;
      if ((await accounts.person(person)) === null) return { ok: false, reason: "not-found" };
      const administrators = await signedInAdministrators(db, accounts);
      if (administrators.size === 1 && administrators.has(person))
        return { ok: false, reason: "last-administrator" };
      return { ok: true, ended: await accounts.endAllOf({ person }) };
    },
  };
}

/** The rights behind a principal, or null when its login ended. A browser without a login is not signed in. */
async function readVerdict({
  db,
  accounts,
  principal,
}: {
  db: Db;
  accounts: Accounts;
  principal: Principal;
}): Promise<Rights | null> {
  if (!isUuid(principal.person)) return null;
  if (principal.login === undefined && principal.via === "browser") return null;
  if (principal.login !== undefined && (await accounts.holderOf(principal.login)) !== principal.person)
    return null;
  const [row] = await db.select().from(personRights).where(eq(personRights.person, principal.person));
  return row === undefined ? noRights : toRights(row);
}

/** One at a time decides who administers; ends with the transaction. The number is the letters "acce". */
async function lock(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${0x61_63_63_65})`);
}

/**
 * Administrators with a living login. In open mode nobody can sign in again after signing out, so one without a
 * login is one who is gone, and when all are, the next person who joins becomes operator: an instance nobody can
 * administer would be worse, and open mode is reached from this machine only.
 */
async function signedInAdministrators(tx: Tx, accounts: Accounts): Promise<Set<string>> {
  const rows = await tx
    .select({ person: personRights.person })
    .from(personRights)
    .where(eq(personRights.mayAdminister, true));
  return await accounts.signedInAmong(
    tx,
    rows.map(({ person }) => person),
  );
}

async function store(
  tx: Tx,
  { person, rights, setBy, setAt }: { person: string; rights: Rights; setBy: string | null; setAt: Date },
): Promise<void> {
  const columns = {
    mayRead: rights.read,
    mayWrite: rights.write,
    mayAdminister: rights.administer,
    setBy,
    setAt,
  };
  await tx
    .insert(personRights)
    .values({ person, ...columns })
    .onConflictDoUpdate({ target: personRights.person, set: columns });
}

function toRights(row: typeof personRights.$inferSelect): Rights {
  return { read: row.mayRead, write: row.mayWrite, administer: row.mayAdminister };
}
