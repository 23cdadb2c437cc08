import { parseMarkdown } from "@chopin/document/markdown";
import { sql } from "drizzle-orm";
import { documents } from "../../db/schema/documents.ts";
import type { Desk } from "./desk.ts";
import { FIRST_DOCUMENT } from "./first-document.ts";
import { insert } from "./lifecycle.ts";
import { titleKey } from "./titles.ts";

/** Any number, the same in every process: whoever holds it looks whether the database is empty. */
const LOCK = 7_264_012_001;

/**
 * Writes the document that explains Chopin by being one, if there is no document at all. Two processes that start
 * together write one. Belongs to no person. Returns whether it was written.
 */
export async function seedFirst(desk: Desk): Promise<boolean> {
  const [repository] = await desk.repositories.list();
  if (!repository) return false;
  return await desk.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK}::bigint)`);
    const [any] = await tx.select({ id: documents.id }).from(documents).limit(1);
    if (any) return false;
    const { title, source } = FIRST_DOCUMENT;
    const made = {
      title,
      key: titleKey(title),
      repository: repository.id,
      parent: null,
      doc: parseMarkdown(source),
      createdBy: null,
    };
    await insert(desk, tx, made);
    return true;
  });
}
