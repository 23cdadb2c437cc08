import type { Clock } from "../base/clock.ts";
import type { Principal } from "../base/principal.ts";
import type { Rights } from "./rights.ts";

/** How long an answer may be used again: rights must hold on open sockets within a second. */
const freshMs = 1000;
const most = 10_000;

/** Remembers for a second what each principal may do, so that a burst of keystrokes asks the database once. */
export type Verdicts = {
  /** The rights, or null when signed out. */
  of(principal: Principal): Promise<Rights | null>;
  /** Forgets what is remembered of a person, and what is being read of them just now. */
  drop(person: string): void;
  dropAll(): void;
};

type Entry = { person: string; readAt: number; answer: Promise<Rights | null> };

export function createVerdicts({
  clock,
  read,
}: {
  clock: Clock;
  read: (principal: Principal) => Promise<Rights | null>;
}): Verdicts {
  const entries = new Map<string, Entry>();

  function isFresh(entry: Entry, now: number): boolean {
    return now >= entry.readAt && now - entry.readAt < freshMs;
  }

  return {
    async of(principal) {
      const key = `${principal.person} ${principal.login ?? ""} ${principal.via === "browser" ? "b" : ""}`;
      const now = clock.now().getTime();
      const known = entries.get(key);
      if (known !== undefined && isFresh(known, now)) return await known.answer;
      if (entries.size >= most) entries.clear();
      // The age counts from before the database is asked, since that is how old the answer may be.
      const entry: Entry = { person: principal.person, readAt: now, answer: read(principal) };
      entries.set(key, entry);
      try {
        return await entry.answer;
      } catch (error) {
        if (entries.get(key) === entry) entries.delete(key);
        throw error;
      }
    },
    drop(person) {
      for (const [key, entry] of entries) if (entry.person === person) entries.delete(key);
    },
    dropAll: () => entries.clear(),
  };
}
