import { and, eq, isNotNull, isNull, or } from "drizzle-orm";
import type { Node } from "prosemirror-model";
import { parseMarkdown } from "@chopin/document/markdown";
import { MAX_SOURCE_BYTES } from "@chopin/protocol/document";
import { documentSlugs, documentSnapshots, documents } from "../../db/schema/documents.ts";
import type { Tx } from "../../db/client.ts";
import { codeOf } from "../base/errors.ts";
import { isUuid } from "../base/ids.ts";
import type { Principal } from "../base/principal.ts";
import { isUniqueViolation } from "./commit-tables.ts";
import { admit, findRow, selectDocuments, summarize } from "./desk.ts";
import type { AccessRefusal, Desk, DocumentRow, DocumentSummary, NotFound } from "./desk.ts";
import { documentChanged } from "./document-events.ts";
import { freeSlug, slugOf } from "./slugs.ts";
import { readTitle } from "./titles.ts";

export type TitleRefusal = { ok: false; reason: "title-invalid" | "title-taken" };
export type Changed = { ok: true; document: DocumentSummary };

/**
 * Creates a document, from Markdown if there is some. The first content is version 0 and is written here, once; no
 * page ever seeds a document.
 */
export async function create(
  desk: Desk,
  principal: Principal,
  given: { repository: string; title: string; parent?: string | null; source?: string },
): Promise<
  | Changed
  | TitleRefusal
  | { ok: false; reason: "too-large" | "too-deep" | "not-found" | "parent-not-found" | "nested" | "archived" }
  | AccessRefusal
> {
  const answer = await desk.access.check(principal, "write", { repository: given.repository });
  if (!answer.ok) return answer;
  if (!isUuid(given.repository) || !(await desk.repositories.get(given.repository)))
    return { ok: false, reason: "not-found" };
  const title = readTitle(given.title);
  if (!title.ok) return title;
  if (new TextEncoder().encode(given.source ?? "").length > MAX_SOURCE_BYTES)
    return { ok: false, reason: "too-large" };
  const doc = readSource(given.source ?? "");
  if (!doc) return { ok: false, reason: "too-deep" };
  const parent = given.parent ?? null;
  const fits = parent === null ? null : await parentProblem(desk, given.repository, parent);
  if (fits) return { ok: false, reason: fits };
  const made = {
    ...title,
    repository: given.repository,
    parent,
    doc,
    createdBy: principal.person,
  };
  const id = await unlessTaken(
    async () => await desk.db.transaction(async (tx) => await insert(desk, tx, made)),
  );
  if (id === null) return { ok: false, reason: "title-taken" };
  return await changed(desk, id);
}

/** Writes a document's rows: itself, its slug and its text at version 0. Returns its id. */
export async function insert(
  desk: Pick<Desk, "ids" | "clock">,
  tx: Tx,
  made: {
    title: string;
    key: string;
    repository: string;
    parent: string | null;
    doc: Node;
    createdBy: string | null;
  },
): Promise<string> {
  const id = desk.ids.uuid();
  const at = desk.clock.now();
  const { repository, parent, createdBy } = made;
  const slug = await chooseSlug(tx, { repository, parent, title: made.title, document: null });
  await tx.insert(documents).values({
    id,
    repository,
    parent,
    slug,
    createdBy,
    title: made.title,
    titleKey: made.key,
    createdAt: at,
    updatedAt: at,
  });
  await tx.insert(documentSlugs).values({ repository, scope: parent ?? "", slug, document: id });
  await tx
    .insert(documentSnapshots)
    .values({ document: id, version: 0, doc: JSON.stringify(made.doc.toJSON()), milestone: true, at });
  return id;
}

/** Renames a document. Its address follows; the old one leads here as long as nobody else has it. */
export async function rename(
  desk: Desk,
  principal: Principal,
  { id, title: given }: { id: string; title: string },
): Promise<Changed | TitleRefusal | { ok: false; reason: "archived" } | NotFound | AccessRefusal> {
  const admitted = await admit(desk, principal, "write", id);
  if (!admitted.ok) return admitted;
  const { document } = admitted.found;
  if (document.archivedAt) return { ok: false, reason: "archived" };
  const title = readTitle(given);
  if (!title.ok) return title;
  const done = await unlessTaken(async () => {
    await desk.db.transaction(async (tx) => {
      const slug = await slugFor(tx, document, title.title);
      await tx
        .update(documents)
        .set({ title: title.title, titleKey: title.key, slug, updatedAt: desk.clock.now() })
        .where(eq(documents.id, id));
    });
    return id;
  });
  return done === null ? { ok: false, reason: "title-taken" } : await changed(desk, id, { children: true });
}

/** Archives a document and the children that are not archived yet: read-only, and out of the lists. */
export async function archive(
  desk: Desk,
  principal: Principal,
  { id }: { id: string },
): Promise<Changed | NotFound | AccessRefusal> {
  const admitted = await admit(desk, principal, "write", id);
  if (!admitted.ok) return admitted;
  await desk.db
    .update(documents)
    .set({ archivedAt: desk.clock.now() })
    .where(and(or(eq(documents.id, id), eq(documents.parent, id)), isNull(documents.archivedAt)));
  return await changed(desk, id, { children: true });
}

/** Restores a document with the children that were archived along with it. A child needs its parent first. */
export async function restore(
  desk: Desk,
  principal: Principal,
  { id }: { id: string },
): Promise<Changed | { ok: false; reason: "parent-archived" } | NotFound | AccessRefusal> {
  const admitted = await admit(desk, principal, "write", id);
  if (!admitted.ok) return admitted;
  const { document } = admitted.found;
  if (!document.archivedAt) return await changed(desk, id);
  const parent = document.parent === null ? null : await findRow(desk.db, document.parent);
  if (parent?.document.archivedAt) return { ok: false, reason: "parent-archived" };
  const along = and(eq(documents.parent, id), eq(documents.archivedAt, document.archivedAt));
  await desk.db
    .update(documents)
    .set({ archivedAt: null })
    .where(or(eq(documents.id, id), along));
  return await changed(desk, id, { children: true });
}

/** Removes an archived document for good, and its children with it. */
export async function remove(
  desk: Desk,
  principal: Principal,
  { id }: { id: string },
): Promise<{ ok: true } | { ok: false; reason: "not-archived" } | NotFound | AccessRefusal> {
  const admitted = await admit(desk, principal, "write", id);
  if (!admitted.ok) return admitted;
  const going = await selectDocuments(desk.db).where(or(eq(documents.id, id), eq(documents.parent, id)));
  const summaries = await Promise.all(going.map(async (row) => await summarize(desk, row)));
  const gone = await desk.db
    .delete(documents)
    .where(and(eq(documents.id, id), isNotNull(documents.archivedAt)))
    .returning({ id: documents.id });
  if (gone.length === 0) return { ok: false, reason: "not-archived" };
  for (const { id: removed, title, path } of summaries) {
    desk.authorities.forget(removed);
    desk.events.publish(documentChanged, { id: removed, title, path, archived: true, removed: true });
  }
  return { ok: true };
}

/** Tells everybody how the document is now, and its children where what changed is theirs as well. */
async function changed(desk: Desk, id: string, { children = false } = {}): Promise<Changed> {
  const rows = await selectDocuments(desk.db).where(
    children ? or(eq(documents.id, id), eq(documents.parent, id)) : eq(documents.id, id),
  );
  const summaries = await Promise.all(rows.map(async (row) => await summarize(desk, row)));
  for (const { id: one, title, path, archivedAt } of summaries)
    desk.events.publish(documentChanged, {
      id: one,
      title,
      path,
      archived: archivedAt !== null,
      removed: false,
    });
  const document = summaries.find((summary) => summary.id === id);
  if (!document) throw new Error("the document went away while it was changed");
  return { ok: true, document };
}

/** The document of a Markdown text; null when it is nested deeper than anybody could edit. */
function readSource(source: string): Node | null {
  try {
    return parseMarkdown(source);
  } catch (error) {
    if (codeOf(error) === "too-deep") return null;
    throw error;
  }
}

async function parentProblem(desk: Desk, repository: string, parent: string) {
  const found = isUuid(parent) ? await findRow(desk.db, parent) : null;
  if (!found || found.document.repository !== repository) return "parent-not-found" as const;
  if (found.document.parent !== null) return "nested" as const;
  return found.document.archivedAt ? ("archived" as const) : null;
}

/** The slug after a rename: kept where the new title would come to the same one, or one it had before. */
async function slugFor(tx: Tx, document: DocumentRow, title: string): Promise<string> {
  if (slugOf(title) === slugOf(document.title)) return document.slug;
  const { id, repository, parent } = document;
  const slug = await chooseSlug(tx, { repository, parent, title, document: id });
  await tx
    .insert(documentSlugs)
    .values({ repository, scope: parent ?? "", slug, document: id })
    .onConflictDoNothing();
  return slug;
}

async function chooseSlug(
  tx: Tx,
  of: { repository: string; parent: string | null; title: string; document: string | null },
): Promise<string> {
  const wanted = slugOf(of.title);
  const rows = await tx
    .select({ slug: documentSlugs.slug, document: documentSlugs.document })
    .from(documentSlugs)
    .where(and(eq(documentSlugs.repository, of.repository), eq(documentSlugs.scope, of.parent ?? "")));
  const others = rows.filter((row) => row.document !== of.document).map(({ slug }) => slug);
  return freeSlug(wanted, new Set(others));
}

/** Runs work whose rows may meet another's title, or another's slug chosen in the same moment; null: the title. */
async function unlessTaken<Result>(work: () => Promise<Result>): Promise<Result | null> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (isUniqueViolation(error, "documents_title_key")) return null;
      if (!isUniqueViolation(error, "document_slugs") || attempt >= 5) throw error;
    }
  }
}
