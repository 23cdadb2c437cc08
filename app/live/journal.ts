import type { IDBPDatabase } from "idb";
import { countSteps, openTables, readEntry } from "./journal-tables.ts";
import type { EntryOf, JournalEntry, JournalTables } from "./journal-tables.ts";
import { JournalWriter } from "./journal-writer.ts";

/** An entry that no living page writes, held for this page until it is let go. */
export type HeldEntry = { entry: JournalEntry; writer: JournalWriter };

/**
 * What was typed and is not saved, in the browser's IndexedDB, so that it outlives the page. Each editor writes an entry
 * of its own and holds a Web Lock of that name (W3C, Web Locks API) as long as its page lives; the browser lets go of
 * the lock whenever the page ends, however it ends. An entry without a holder is taken up by the next page.
 */
export interface Journal {
  /** Begins the entry of an editor. Nothing is written until it has unsaved text. */
  begin(of: EntryOf): JournalWriter;
  /**
   * Hands over this person's entries, each as soon as the page that wrote it has ended, and held for this page from then
   * on. Entries that are written later are found by asking again. Rejects when the browser's journal cannot be read.
   */
  adopt(person: string, take: (held: HeldEntry) => void): Promise<void>;
  /** How many changes of this person lie here unsaved, those of pages that are still open among them. */
  count(person: string): Promise<number>;
}

/** The browser's journal. Where IndexedDB or Web Locks are missing, its writers say that they keep nothing. */
export function openJournal({
  name = "chopin",
  locks = globalThis.navigator?.locks ?? null,
}: {
  name?: string;
  locks?: LockManager | null;
} = {}): Journal {
  const tables = locks && globalThis.indexedDB ? openTables(name) : null;
  // Who writes finds out; nobody waits for this by itself.
  tables?.catch(() => undefined);
  const writers = new Set<JournalWriter>();
  /** Entries whose lock this page waits for. */
  const awaited = new Set<string>();
  const begun = (writer: JournalWriter) => {
    writers.add(writer);
    void writer.released.then(() => writers.delete(writer));
    return writer;
  };
  globalThis.addEventListener?.("pagehide", () => {
    for (const writer of writers) void writer.flush();
  });
  async function adoptOne(
    database: IDBPDatabase<JournalTables>,
    lock: LockManager,
    id: string,
  ): Promise<HeldEntry | null> {
    const release = await hold(lock, id).finally(() => awaited.delete(id));
    const entry = await readEntry(database, id).catch((error: unknown) => {
      // Held by a page that does nothing with it, nobody else could take it up.
      release();
      throw error;
    });
    if (!entry) release();
    const means = { tables: Promise.resolve(database), lock: Promise.resolve(release) };
    return entry && { entry, writer: begun(new JournalWriter(means, entry, entry)) };
  }
  return {
    begin: (of) => {
      const id = crypto.randomUUID();
      const lock = tables && locks ? hold(locks, id) : Promise.resolve(null);
      // Written without its lock it may be sent twice, under the same ids.
      lock.catch((error: unknown) => console.warn("unsaved text is kept without a lock", error));
      return begun(new JournalWriter({ tables, lock }, { id, ...of }));
    },
    adopt: async (person, take) => {
      if (!tables || !locks) return;
      const ids = await (await tables).getAllKeysFromIndex("entries", "person", person);
      for (const id of ids.filter((one) => !awaited.has(one))) {
        awaited.add(id);
        adoptOne(await tables, locks, id)
          .then((held) => held && take(held))
          .catch((error: unknown) => console.warn("unsaved text could not be taken up", error));
      }
    },
    count: async (person) => (tables ? await countSteps(await tables, person) : 0),
  };
}

/** Takes an entry's lock, when its holder lets go of it, and keeps it until the returned function is called. */
function hold(locks: LockManager, id: string): Promise<() => void> {
  return new Promise((resolve, reject) => {
    locks
      .request(`chopin-journal-${id}`, () => new Promise<void>((release) => resolve(release)))
      .catch(reject);
  });
}
