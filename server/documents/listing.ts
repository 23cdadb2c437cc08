import { and, count, desc, eq, ilike, inArray, isNull, isNotNull } from "drizzle-orm";
import { documentSlugs, documents } from "../../db/schema/documents.ts";
import { isUuid } from "../base/ids.ts";
import type { Principal } from "../base/principal.ts";
import { admit, findRow, selectDocuments, summarize } from "./desk.ts";
import type { AccessRefusal, Desk, DocumentSummary, FoundRow, NotFound } from "./desk.ts";

/** Documents a list shows at most. */
const LONGEST_LIST = 1_000;

export type ListedDocument = DocumentSummary & { children: DocumentSummary[] };
export type Found =
  | { ok: true; document: DocumentSummary }
  /** The address is an older one, or a bare id: the document is at `path`. */
  | { ok: false; reason: "moved"; path: string }
  | NotFound
  | AccessRefusal;

/**
 * A repository's documents, newest change first, children within their parents; a child whose parent is not listed
 * stands on its own. `archived`: those instead of the others. `search`: part of a title, in any case.
 */
export async function list(
  desk: Desk,
  principal: Principal,
  { repository, search = "", archived = false }: { repository: string; search?: string; archived?: boolean },
): Promise<{ ok: true; documents: ListedDocument[] } | AccessRefusal> {
  const answer = await desk.access.check(principal, "read", { repository });
  if (!answer.ok) return answer;
  if (!isUuid(repository)) return { ok: true, documents: [] };
  const wanted = search
    .normalize("NFKC")
    .trim()
    .toLowerCase()
    .replaceAll(/[\\%_]/g, String.raw`\$&`);
  const rows = await selectDocuments(desk.db)
    .where(
      and(
        eq(documents.repository, repository),
        archived ? isNotNull(documents.archivedAt) : isNull(documents.archivedAt),
        wanted === "" ? undefined : ilike(documents.titleKey, `%${wanted}%`),
      ),
    )
    .orderBy(desc(documents.updatedAt), documents.titleKey)
    .limit(LONGEST_LIST);
  return { ok: true, documents: nest(await summarizeAll(desk, rows)) };
}

/** The documents changed last in every repository the principal may read. */
export async function recent(
  desk: Desk,
  principal: Principal,
  { limit = 20 }: { limit?: number } = {},
): Promise<{ ok: true; documents: DocumentSummary[] } | AccessRefusal> {
  const answer = await desk.access.check(principal, "read");
  if (!answer.ok) return answer;
  const readable = await readableRepositories(desk, principal);
  if (readable.length === 0) return { ok: true, documents: [] };
  const rows = await selectDocuments(desk.db)
    .where(and(inArray(documents.repository, readable), isNull(documents.archivedAt)))
    .orderBy(desc(documents.updatedAt))
    .limit(Math.min(limit, 100));
  return { ok: true, documents: await summarizeAll(desk, rows) };
}

/** How many documents that are not archived each repository has that the principal may read. */
export async function counts(
  desk: Desk,
  principal: Principal,
): Promise<{ ok: true; counts: Record<string, number> } | AccessRefusal> {
  const answer = await desk.access.check(principal, "read");
  if (!answer.ok) return answer;
  const rows = await desk.db
    .select({ repository: documents.repository, documents: count() })
    .from(documents)
    .where(isNull(documents.archivedAt))
    .groupBy(documents.repository);
  const readable = new Set(await readableRepositories(desk, principal));
  const seen = rows.filter(({ repository }) => readable.has(repository));
  return { ok: true, counts: Object.fromEntries(seen.map((row) => [row.repository, row.documents])) };
}

/** The document at an address: one slug, or a parent's and a child's. Old slugs and a bare id answer "moved". */
export async function find(
  desk: Desk,
  principal: Principal,
  { repository, slugs }: { repository: string; slugs: readonly string[] },
): Promise<Found> {
  const answer = await desk.access.check(principal, "read");
  if (!answer.ok) return answer;
  const there = await desk.repositories.byName(repository);
  const id = there ? await resolve(desk, there.id, slugs) : null;
  const found = id === null ? null : await findRow(desk.db, id);
  if (!found) return { ok: false, reason: "not-found" };
  const { document } = found;
  const read = await desk.access.check(principal, "read", { repository: document.repository });
  if (!read.ok) return read;
  const summary = await summarize(desk, found);
  const proper = found.parentSlug === null ? [document.slug] : [found.parentSlug, document.slug];
  const asAsked = slugs.length === proper.length && proper.every((slug, i) => slug === slugs[i]);
  return asAsked ? { ok: true, document: summary } : { ok: false, reason: "moved", path: summary.path };
}

/** One document's summary by id. */
export async function summary(
  desk: Desk,
  principal: Principal,
  { id }: { id: string },
): Promise<{ ok: true; document: DocumentSummary } | NotFound | AccessRefusal> {
  const admitted = await admit(desk, principal, "read", id);
  return admitted.ok ? { ok: true, document: await summarize(desk, admitted.found) } : admitted;
}

async function readableRepositories(desk: Desk, principal: Principal): Promise<string[]> {
  const readable: string[] = [];
  for (const { id } of await desk.repositories.list())
    if ((await desk.access.check(principal, "read", { repository: id })).ok) readable.push(id);
  return readable;
}

async function resolve(desk: Desk, repository: string, slugs: readonly string[]): Promise<string | null> {
  const [first, second, ...more] = slugs.map((slug) => slug.normalize("NFKC").toLowerCase());
  if (first === undefined || more.length > 0) return null;
  const top =
    (await bySlug(desk, repository, "", first)) ??
    (isUuid(first) ? await inRepository(desk, repository, first) : null);
  if (second === undefined || top === null) return top;
  return await bySlug(desk, repository, top, second);
}

async function bySlug(desk: Desk, repository: string, scope: string, slug: string): Promise<string | null> {
  const [row] = await desk.db
    .select({ document: documentSlugs.document })
    .from(documentSlugs)
    .where(
      and(
        eq(documentSlugs.repository, repository),
        eq(documentSlugs.scope, scope),
        eq(documentSlugs.slug, slug),
      ),
    );
  return row?.document ?? null;
}

async function inRepository(desk: Desk, repository: string, id: string): Promise<string | null> {
  const found = await findRow(desk.db, id);
  return found?.document.repository === repository ? id : null;
}

async function summarizeAll(desk: Desk, rows: readonly FoundRow[]): Promise<DocumentSummary[]> {
  return await Promise.all(rows.map(async (row) => await summarize(desk, row)));
}

function nest(all: readonly DocumentSummary[]): ListedDocument[] {
  const listed = new Set(all.map(({ id }) => id));
  const tops = all.filter(({ parent }) => parent === null || !listed.has(parent));
  return tops.map((top) => Object.assign({ children: all.filter(({ parent }) => parent === top.id) }, top));
}
