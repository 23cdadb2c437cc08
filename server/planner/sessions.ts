import type { Clock } from "../base/clock.ts";
import type { HarnessSession } from "../harness/harness.ts";

/** Milliseconds a session waits for its next turn. */
const idleMs = 30 * 60_000;
const most = 200;
/** Characters beyond which a session begins anew, from the transcript; read documents and files pile up in it. */
const tooLong = 200_000;

/** Whom and what a session belongs to; one that does not match exactly is not used. */
export type SessionKey = { document: string; person: string; login: string; model: string };

type Kept = { key: SessionKey; session: HarnessSession; lastTurn: string; at: number };

/** The Planner's memories, one a document, in this process only. Whatever ends one, the next turn begins anew. */
export function createSessions({ clock }: { clock: Clock }) {
  const kept = new Map<string, Kept>();

  function drop(which: (one: Kept) => boolean): void {
    for (const [document, one] of kept) {
      if (!which(one)) continue;
      kept.delete(document);
      void one.session.close();
    }
  }

  return {
    /** Takes out the session that stopped after `lastTurn`, or null. Whoever takes one keeps it again or closes it. */
    take(key: SessionKey, { lastTurn }: { lastTurn: string | null }): HarnessSession | null {
      const now = clock.now().getTime();
      drop((one) => now - one.at > idleMs);
      const found = kept.get(key.document);
      if (found === undefined) return null;
      kept.delete(key.document);
      const fits =
        found.lastTurn === lastTurn &&
        found.key.person === key.person &&
        found.key.login === key.login &&
        found.key.model === key.model &&
        found.session.size() < tooLong;
      if (fits) return found.session;
      void found.session.close();
      return null;
    },

    /** Keeps a session for the next turn of its document. */
    keep(key: SessionKey, { session, lastTurn }: { session: HarnessSession; lastTurn: string }): void {
      drop((one) => one.key.document === key.document);
      const oldest = kept.keys().next();
      if (kept.size >= most && oldest.done !== true) drop((one) => one.key.document === oldest.value);
      kept.set(key.document, { key, session, lastTurn, at: clock.now().getTime() });
    },

    /** Forgets everything a login opened. */
    dropLogin: (login: string): void => drop((one) => one.key.login === login),
    dropAll: (): void => drop(() => true),
  };
}
