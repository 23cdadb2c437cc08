import { and, eq, isNull } from "drizzle-orm";
import { blocksOf } from "@chopin/document/blocks";
import type { Block } from "@chopin/document/blocks";
import { printMarkdown } from "@chopin/document/markdown";
import type { Node } from "prosemirror-model";
import type { CommittedSteps, Rights } from "@chopin/protocol/document";
import { documents } from "../../db/schema/documents.ts";
import type { Principal } from "../base/principal.ts";
import type { Authority } from "./authority.ts";
import { admit, rightsIn, selectDocuments, summarize } from "./desk.ts";
import type { AccessRefusal, Desk, DocumentSummary, NotFound } from "./desk.ts";

type Refused = NotFound | AccessRefusal;

/** The text as Markdown and as blocks, for whoever edits by blocks. */
export async function read(
  desk: Desk,
  principal: Principal,
  { id }: { id: string },
): Promise<{ ok: true; version: number; title: string; source: string; blocks: Block[] } | Refused> {
  return await onText(desk, principal, id, ({ doc, version }, { title }) => ({
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
  return await onText(desk, principal, id, ({ doc }, { slug }) => ({
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
): Promise<
  | {
      ok: true;
      summary: DocumentSummary;
      version: number;
      doc: unknown;
      rights: Rights;
      children: DocumentSummary[];
    }
  | Refused
> {
  const found = await onAuthority(desk, principal, id, async ({ text: { doc, version } }) => ({
    version,
    doc: jsonOf(doc),
  }));
  if (!found.ok) return found;
  const rows = await selectDocuments(desk.db)
    .where(and(eq(documents.parent, id), isNull(documents.archivedAt)))
    .orderBy(documents.titleKey);
  const children = await Promise.all(rows.map(async (row) => await summarize(desk, row)));
  const { summary, rights, result } = found;
  return { ok: true, summary, rights, ...result, children };
}

/** Joins a document: only what came after `since`, or everything where that is too much or no version there was. */
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
  const found = await onAuthority(desk, principal, id, async (authority) => await authority.from(since));
  if (!found.ok) return found;
  const { summary, rights, result: missed } = found;
  const about = { title: summary.title, path: summary.path, archived: summary.archivedAt !== null };
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
  return doc === "none" ? { ok: false, reason: "unknown-version" } : { ok: true, doc: jsonOf(doc) };
}

/** A commit as pages receive it. */
export function onTheWire({ commit, person, via, steps }: CommittedSteps): CommittedSteps {
  return { commit, person, via, steps };
}

/** Works on a document's authority, for who may read it, and says what a page shows beside the text. */
async function onAuthority<Result extends object>(
  desk: Desk,
  principal: Principal,
  id: string,
  work: (authority: Authority) => Promise<Result>,
): Promise<{ ok: true; summary: DocumentSummary; rights: Rights; result: Result } | Refused> {
  const admitted = await admit(desk, principal, "read", id);
  if (!admitted.ok) return admitted;
  const { found } = admitted;
  const [summary, rights, result] = await Promise.all([
    summarize(desk, found),
    rightsIn(desk, principal, found.document.repository),
    desk.authorities.use(id, work),
  ]);
  return result ? { ok: true, summary, rights, result } : { ok: false, reason: "not-found" };
}

async function onText<Result>(
  desk: Desk,
  principal: Principal,
  id: string,
  tell: (text: { doc: Node; version: number }, row: { title: string; slug: string }) => Result,
): Promise<Result | Refused> {
  const admitted = await admit(desk, principal, "read", id);
  if (!admitted.ok) return admitted;
  const { document } = admitted.found;
  const told = await desk.authorities.use(id, async ({ text }) => tell(text, document));
  return told ?? { ok: false, reason: "not-found" };
}

const json = new WeakMap<Node, unknown>();

/** A document's JSON, made once for all who open it at the same version. */
function jsonOf(doc: Node): unknown {
  const made = json.get(doc) ?? doc.toJSON();
  json.set(doc, made);
  return made;
}
