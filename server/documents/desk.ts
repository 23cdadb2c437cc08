import { eq } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Rights } from "@chopin/protocol/document";
import { documents } from "../../db/schema/documents.ts";
import type { Db } from "../../db/client.ts";
import type { Clock } from "../base/clock.ts";
import type { Events } from "../base/events.ts";
import { isUuid } from "../base/ids.ts";
import type { Ids } from "../base/ids.ts";
import type { Log } from "../base/log.ts";
import type { Principal } from "../base/principal.ts";
import type { Authorities } from "./authorities.ts";
import type { CommitStore } from "./commit-store.ts";
import { pathOf } from "./slugs.ts";

export type Right = "read" | "write" | "administer";
export type AccessRefusal = { ok: false; reason: "signed-out" | "forbidden"; detail?: undefined };
type Answer<Value> = Value | Promise<Value>;

/** What documents ask of the modules below. */
export type Neighbours = {
  access: {
    check(
      principal: Principal,
      right: Right,
      options?: { repository?: string },
    ): Promise<{ ok: true } | AccessRefusal>;
  };
  repositories: {
    get(id: string): Answer<{ id: string; name: string } | null | undefined>;
    byName(name: string): Answer<{ id: string; name: string } | null | undefined>;
    list(): Answer<readonly { id: string; name: string }[]>;
  };
  accounts: { person(id: string): Answer<{ id: string; name: string } | null | undefined> };
};

/** Everything the parts of this module work with. */
export type Desk = Neighbours & {
  db: Db;
  events: Events;
  clock: Clock;
  ids: Ids;
  log: Log;
  store: CommitStore;
  authorities: Authorities;
};

/** A document as lists and pages show it. Times are ISO 8601. */
export type DocumentSummary = {
  id: string;
  repository: string;
  repositoryName: string;
  title: string;
  slug: string;
  parent: string | null;
  /** Its address, percent-encoded. */
  path: string;
  version: number;
  createdAt: string;
  /** Null: Chopin brought it itself. */
  createdBy: { person: string; name: string } | null;
  updatedAt: string;
  archivedAt: string | null;
};

export type DocumentRow = typeof documents.$inferSelect;
export type FoundRow = { document: DocumentRow; parentSlug: string | null };
export type NotFound = { ok: false; reason: "not-found"; detail?: undefined };

const parents = alias(documents, "parents");

/** Documents with the slug of their parent; narrow it with `where`. */
export function selectDocuments(db: Pick<Db, "select">) {
  return db
    .select({ document: documents, parentSlug: parents.slug })
    .from(documents)
    .leftJoin(parents, eq(parents.id, documents.parent))
    .$dynamic();
}

/** The row of a document, if the principal has the right to it. */
export async function admit(
  desk: Desk,
  principal: Principal,
  right: Right,
  id: string,
): Promise<{ ok: true; found: FoundRow } | AccessRefusal | NotFound> {
  const found = isUuid(id) ? await findRow(desk.db, id) : null;
  if (!found) return await unknownDocument(desk, principal);
  const answer = await desk.access.check(principal, right, { repository: found.document.repository });
  return answer.ok ? { ok: true, found } : answer;
}

/** A stranger learns that he is one, not which documents there are. */
export async function unknownDocument(desk: Desk, principal: Principal): Promise<AccessRefusal | NotFound> {
  const answer = await desk.access.check(principal, "read");
  return answer.ok ? { ok: false, reason: "not-found" } : answer;
}

export async function findRow(db: Pick<Db, "select">, id: string): Promise<FoundRow | null> {
  const [found] = await selectDocuments(db).where(eq(documents.id, id));
  return found ?? null;
}

/** What the principal may do in a repository. */
export async function rightsIn(desk: Desk, principal: Principal, repository: string): Promise<Rights> {
  const may = async (right: Right) => (await desk.access.check(principal, right, { repository })).ok;
  const [read, write, administer] = await Promise.all([may("read"), may("write"), may("administer")]);
  return { read, write, administer };
}

export async function summarize(desk: Desk, { document, parentSlug }: FoundRow): Promise<DocumentSummary> {
  const repository = await desk.repositories.get(document.repository);
  const author = document.createdBy === null ? null : await desk.accounts.person(document.createdBy);
  const repositoryName = repository?.name ?? "unknown/unknown";
  return {
    id: document.id,
    repository: document.repository,
    repositoryName,
    title: document.title,
    slug: document.slug,
    parent: document.parent,
    path: pathOf(repositoryName, [...(parentSlug === null ? [] : [parentSlug]), document.slug]),
    version: document.version,
    createdAt: document.createdAt.toISOString(),
    createdBy: author ? { person: author.id, name: author.name } : null,
    updatedAt: document.updatedAt.toISOString(),
    archivedAt: document.archivedAt?.toISOString() ?? null,
  };
}
