import { openDB } from "idb";
import type { DBSchema, IDBPDatabase } from "idb";
import type { UnsavedStep, UnsavedText } from "./document-text.ts";

/** Whose unsaved text it is, and of which document. `title` is for telling people what it belongs to. */
export type EntryOf = { person: string; document: string; title: string };

/**
 * Unsaved text of one editor as it lies in the browser. `next` is the id under which whatever is not in flight leaves,
 * fixed before it leaves: text that is sent again from here meets itself at the authority.
 */
export type JournalEntry = EntryOf & { id: string; schema: number; next: string } & UnsavedText;

export type EntryRow = Omit<JournalEntry, "steps">;
export interface JournalTables extends DBSchema {
  entries: { key: string; value: EntryRow; indexes: { person: string } };
  /** By entry and serial, which is the order in which they were made. */
  steps: { key: [string, number]; value: UnsavedStep & { entry: string } };
}

export async function openTables(name: string): Promise<IDBPDatabase<JournalTables>> {
  return await openDB<JournalTables>(name, 1, {
    upgrade: (database) => {
      database.createObjectStore("entries", { keyPath: "id" }).createIndex("person", "person");
      database.createObjectStore("steps", { keyPath: ["entry", "serial"] });
    },
    // A page of a later version may want to change the tables; this one reads on until it is loaded again.
    blocking: (_old, _new, event) => (event.target as IDBDatabase).close(),
  });
}

export async function readEntry(
  tables: IDBPDatabase<JournalTables>,
  id: string,
): Promise<JournalEntry | null> {
  const tx = tables.transaction(["entries", "steps"]);
  const [row, steps] = await Promise.all([
    tx.objectStore("entries").get(id),
    tx.objectStore("steps").getAll(stepsOf(id)),
  ]);
  if (!row || steps.length === 0) return null;
  const bare = ({ serial, step, undoes, restores }: UnsavedStep): UnsavedStep => {
    return { serial, step, undoes, ...(restores && { restores }) };
  };
  return { ...row, steps: steps.map(bare) };
}

export async function countSteps(tables: IDBPDatabase<JournalTables>, person: string): Promise<number> {
  const tx = tables.transaction(["entries", "steps"]);
  const ids = await tx.objectStore("entries").index("person").getAllKeys(person);
  const counts = await Promise.all(ids.map((id) => tx.objectStore("steps").count(stepsOf(id))));
  return counts.reduce((sum, one) => sum + one, 0);
}

/** The keys of an entry's steps. */
export function stepsOf(entry: string): IDBKeyRange {
  return IDBKeyRange.bound([entry, 0], [entry, Number.MAX_SAFE_INTEGER]);
}
