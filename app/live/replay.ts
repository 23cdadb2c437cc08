import { SCHEMA_VERSION } from "@chopin/protocol/document";
import type { Connection } from "./connection.ts";
import type { DocumentText } from "./document-text.ts";
import type { JournalEntry } from "./journal-tables.ts";
import type { JournalWriter } from "./journal-writer.ts";
import { obstacleOf } from "./saving.ts";
import type { ReadonlyReason, RefusedReason } from "./saving.ts";
import { sendCommit } from "./send-commit.ts";

/** Makes an editor without a screen of a document and what was unsaved on it. Throws when they do not fit together. */
export type Restore = (doc: unknown, entry: JournalEntry) => DocumentText;

/** What saving an entry takes. `loadRestore` fetches the editor's code, and rejects when the server has it no more. */
export type ReplayMeans = {
  connection: Connection;
  loadRestore: () => Promise<Restore>;
  newId: () => string;
};

/** Why unsaved text of an earlier page cannot be saved now. `changed`: the document is not the one it was written on. */
export type StuckReason = Exclude<RefusedReason, "unavailable"> | ReadonlyReason | "changed";

/**
 * What became of an entry: `saved`, or `stuck` with the reason and the text of it; `again` when there was no answer,
 * which says nothing.
 */
export type Replayed =
  | { kind: "saved" }
  | { kind: "again" }
  | { kind: "stuck"; reason: StuckReason; text: string };

type Refusal = { ok: false; reason: string };

/**
 * Saves the unsaved text of an earlier page: an editor as that page had it is made anew, catches up by version, and
 * sends what is left under the ids that were fixed before. Whatever the authority took already is found in what was
 * missed, or answered as the first time, so that nothing is there twice.
 */
export async function replay(
  held: { entry: JournalEntry; writer: Pick<JournalWriter, "note"> },
  { connection, loadRestore, newId }: ReplayMeans,
): Promise<Replayed> {
  const { entry, writer } = held;
  const { document, version } = entry;
  const stuck = (reason: StuckReason, text = textOf(entry)): Replayed => ({ kind: "stuck", reason, text });
  if (entry.schema !== SCHEMA_VERSION) return stuck("changed");
  const past = await connection.request("document:at", { document, version }).catch(() => null);
  if (!past) return { kind: "again" };
  if (!past.ok) return past.reason === "unknown-version" ? stuck("changed") : turned(past, stuck);
  const restore = await loadRestore().catch(() => null);
  if (!restore) return stuck("outdated");
  try {
    const text = restore(past.doc, entry);
    const refused = await send(text, { document, writer, connection, next: entry.next, newId });
    return refused ? turned(refused, (reason) => stuck(reason, text.unconfirmedText())) : { kind: "saved" };
  } catch (error) {
    console.error("unsaved text does not fit its document", error);
    return stuck("changed");
  }
}

function turned({ reason }: Refusal, stuck: (reason: StuckReason) => Replayed): Replayed {
  if (reason === "diverged") return stuck("changed");
  // No page writes such a thing down, so the journal was damaged: asking again does not help.
  if (reason === "malformed") return stuck("invalid");
  const { reason: why } = obstacleOf(reason);
  return why === "unavailable" ? { kind: "again" } : stuck(why);
}

type Sending = {
  document: string;
  writer: Pick<JournalWriter, "note">;
  connection: Connection;
  /** The id of whatever is not in flight. */
  next: string;
  newId: () => string;
};

/** Sends until nothing is left. Returns null then, or the refusal that ended it. */
async function send(text: DocumentText, to: Sending): Promise<Refusal | null> {
  const { document, writer, connection, newId } = to;
  for (;;) {
    const refused = await catchUp(text, to);
    if (refused) return refused;
    writer.note(text.unsaved(), to.next);
    const outgoing = text.take(() => to.next);
    if (!outgoing) return null;
    if (outgoing.commit === to.next) to.next = newId();
    const reply = await sendCommit(connection, document, outgoing).catch(() => UNANSWERED);
    if (!reply.ok) return reply;
    // Its steps come with what is caught up on, unless none was left of it.
    if (text.version() < reply.version) continue;
    if (text.acknowledge(outgoing.commit, reply.base, reply.version) === "lost")
      throw new Error("the steps of an acknowledged commit are missing");
  }
}

async function catchUp(text: DocumentText, to: Sending): Promise<Refusal | null> {
  for (;;) {
    const request = { document: to.document, since: text.version() };
    const reply = await to.connection.request("document:since", request).catch(() => UNANSWERED);
    if (!reply.ok) return reply;
    const { base, commits } = reply.frame;
    if (commits.length === 0) return null;
    const own = commits.findIndex(({ commit }) => commit === to.next);
    if (own >= 0) {
      text.receive(base, commits.slice(0, own));
      claimNext(text, to);
    }
    text.receive(base, commits);
  }
}

/** The page lived on after what the journal last knew of it, and sent the rest: that is ours, and comes back now. */
function claimNext(text: DocumentText, to: Sending): void {
  // What was in flight came before it, or was refused and went along with it.
  if (text.inFlight() !== null) text.release();
  if (text.take(() => to.next)) to.next = to.newId();
}

const UNANSWERED = { ok: false, reason: "unavailable" } as const;

/**
 * The words of an entry whose document is not there to show them in: what its steps inserted, a line each. Of a damaged
 * entry, whatever is still legible.
 */
function textOf({ steps }: JournalEntry): string {
  return steps
    .map(({ step }) => innerText(fieldOf(step, "slice")))
    .join("")
    .trim();
}

function nodeText(node: unknown): string {
  const text = fieldOf(node, "text");
  if (typeof text === "string") return text;
  const inner = innerText(node);
  return inner === "" ? "" : `${inner}\n`;
}

function innerText(of: unknown): string {
  const nodes = fieldOf(of, "content");
  return Array.isArray(nodes) ? nodes.map(nodeText).join("") : "";
}

function fieldOf(of: unknown, field: string): unknown {
  return typeof of === "object" && of !== null ? (of as Record<string, unknown>)[field] : undefined;
}
