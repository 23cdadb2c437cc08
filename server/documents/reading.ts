import { and, eq, isNull } from "drizzle-orm";
import { blocksOf } from "@chopin/document/blocks";
import type { Block } from "@chopin/document/blocks";
import { printMarkdown } from "@chopin/document/markdown";
import type { Node } from "prosemirror-model";
import type { CommittedSteps, Rights } from "@chopin/protocol/document";
import { documents } from "../../db/schema/documents.ts";
import type { Principal } from "../base/principal.ts";
import { admit, rightsIn, selectDocuments, summarize } from "./desk.ts";
import type { AccessRefusal, Desk, DocumentSummary, NotFound } from "./desk.ts";

type Refused = NotFound | AccessRefusal;

/** The text as Markdown and as blocks, for whoever edits by blocks. */
export async function read(
  desk: Desk,
  principal: Principal,
  { id }: { id: string },
): Promise<{ ok: true; version: number; title: string; source: string; blocks: Block[] } | Refused> {
  return await onText(desk, principal, id, ({ doc, version }, title) => ({
    ok: true,
    version,
    title,
    source: printMarkdown(doc),
    blocks: blocksOf(doc),
  }));
}

/** The Markdown file of a document. */
export async function download(
  desk: Desk,
  principal: Principal,
  { id }: { id: string },
): Promise<{ ok: true; filename: string; source: string } | Refused> {
  return await onText(desk, principal, id, ({ doc }, _title, { slug }) => ({
    ok: true,
    filename: `${slug}.md`,
    source: printMarkdown(doc),
  }));
}

/**
 * What the first paint of a page shows: no socket is needed for it. `doc` is ProseMirror JSON at `version`; the
 * children are those that are not archived, by title.
 */
export async function page(
  desk: Desk,
  principal: Principal,
  { id }: { id: string },
): Promise<({ ok: true; children: DocumentSummary[] } & Opened) | Refused> {
  const opened = await openText(desk, principal, id);
  if (!opened.ok) return opened;
  const rows = await selectDocuments(desk.db)
    .where(and(eq(documents.parent, id), isNull(documents.archivedAt)))
    .orderBy(documents.titleKey);
  const children = await Promise.all(rows.map(async (row) => await summarize(desk, row)));
  return { ...opened, children };
}

type Opened = { summary: DocumentSummary; version: number; doc: unknown; rights: Rights };

async function openText(
  desk: Desk,
  principal: Principal,
  id: string,
): Promise<({ ok: true } & Opened) | Refused> {
  const admitted = await admit(desk, principal, "read", id);
  if (!admitted.ok) return admitted;
  const { repository } = admitted.found.document;
  const [summary, rights, text] = await Promise.all([
    summarize(desk, admitted.found),
    rightsIn(desk, principal, repository),
    desk.authorities.use(id, async (authority) => ({ ...snapshotOf(authority.text) })),
  ]);
  if (!text) return { ok: false, reason: "not-found" };
  return { ok: true, summary, rights, version: text.version, doc: jsonOf(text.doc) };
}

/** Joins a document: everything, or only what came after `since` where memory reaches back so far. */
export async function open(
  desk: Desk,
  principal: Principal,
  { id, since }: { id: string; since?: number | undefined },
): Promise<
  | {
      ok: true;
      version: number;
      rights: Rights;
      about: { title: string; path: string; archived: boolean };
      content: { doc: unknown } | { base: number; commits: CommittedSteps[] };
    }
  | Refused
> {
  const opened = await openText(desk, principal, id);
  if (!opened.ok) return opened;
  const { rights, summary } = opened;
  const about = { title: summary.title, path: summary.path, archived: summary.archivedAt !== null };
  const missed = await desk.authorities.use(id, async (authority) => await authority.from(since));
  if (!missed) return { ok: false, reason: "not-found" };
  const { version } = missed;
  const content =
    "doc" in missed
      ? { doc: jsonOf(missed.doc) }
      : { base: since ?? 0, commits: missed.commits.map(onTheWire) };
  return { ok: true, version, rights, about, content };
}

/** The text as it was at a version, as ProseMirror JSON. */
export async function textAt(
  desk: Desk,
  principal: Principal,
  { id, version }: { id: string; version: number },
): Promise<{ ok: true; doc: unknown } | Refused | { ok: false; reason: "unknown-version" }> {
  const admitted = await admit(desk, principal, "read", id);
  if (!admitted.ok) return admitted;
  const doc = await desk.authorities.use(id, async (authority) => (await authority.docAt(version)) ?? "none");
  if (doc === null) return { ok: false, reason: "not-found" };
  return doc === "none" ? { ok: false, reason: "unknown-version" } : { ok: true, doc: doc.toJSON() };
}

/** A commit as pages receive it. */
export function onTheWire({ commit, person, via, steps }: CommittedSteps): CommittedSteps {
  return { commit, person, via, steps };
}

async function onText<Result>(
  desk: Desk,
  principal: Principal,
  id: string,
  tell: (text: { doc: Node; version: number }, title: string, row: { slug: string }) => Result,
): Promise<Result | Refused> {
  const admitted = await admit(desk, principal, "read", id);
  if (!admitted.ok) return admitted;
  const { document } = admitted.found;
  const told = await desk.authorities.use(id, async ({ text }) =>
    tell(snapshotOf(text), document.title, document),
  );
  return told ?? { ok: false, reason: "not-found" };
}

function snapshotOf({ doc, version }: { doc: Node; version: number }): { doc: Node; version: number } {
  return { doc, version };
}

const json = new WeakMap<Node, unknown>();

/** A document's JSON, made once for all who open it at the same version. */
function jsonOf(doc: Node): unknown {
  const made = json.get(doc) ?? doc.toJSON();
  json.set(doc, made);
  return made;
}
