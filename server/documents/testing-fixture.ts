import { randomUUID } from "node:crypto";
import { Transform } from "prosemirror-transform";
import type { Node } from "prosemirror-model";
import { schema } from "@chopin/document/schema";
import { SCHEMA_VERSION } from "@chopin/protocol/document";
import type { CommitRequest, StepJson } from "@chopin/protocol/document";
import type { Db } from "../../db/client.ts";
import { createEvents } from "../base/events.ts";
import type { Events } from "../base/events.ts";
import { randomIds } from "../base/ids.ts";
import { silentLog } from "../base/log.ts";
import { systemClock } from "../base/clock.ts";
import type { Principal } from "../base/principal.ts";
import { createDocuments } from "./documents.ts";
import type { Documents } from "./documents.ts";

export const REPOSITORY = { id: "00000000-0000-4000-8000-0000000000aa", name: "ada/engine" };
const ADA = { id: "00000000-0000-4000-8000-000000000001", name: "Ada" };
const BOB = { id: "00000000-0000-4000-8000-000000000002", name: "Bob" };
export const ada: Principal = { person: ADA.id, via: "browser" };
export const bob: Principal = { person: BOB.id, via: "browser" };

/** One process of the documents module: a repository, two people, and rights that a test may take away. */
export function startDocuments(
  db: Db,
  { events = createEvents({ log: silentLog }), linger = 20 }: { events?: Events; linger?: number } = {},
): { documents: Documents; events: Events; refuse(reason: "forbidden" | "signed-out" | null): void } {
  let refusal: "forbidden" | "signed-out" | null = null;
  const neighbours = {
    access: {
      check: async () => (refusal ? { ok: false as const, reason: refusal } : { ok: true as const }),
    },
    repositories: {
      get: (id: string) => (id === REPOSITORY.id ? REPOSITORY : null),
      byName: (name: string) => (name === REPOSITORY.name ? REPOSITORY : null),
      list: () => [REPOSITORY],
    },
    accounts: { person: (id: string) => [ADA, BOB].find((one) => one.id === id) ?? null },
  };
  const ground = { db, events, clock: systemClock, ids: randomIds, log: silentLog };
  const documents = createDocuments({ ...ground, ...neighbours, linger });
  return { documents, events, refuse: (reason) => (refusal = reason) };
}

/** A new document with this Markdown. Returns its id. */
export async function newDocument(documents: Documents, source: string): Promise<string> {
  const made = await documents.create(ada, {
    repository: REPOSITORY.id,
    title: `A document ${randomUUID()}`,
    source,
  });
  if (!made.ok) throw new Error(made.reason);
  return made.document.id;
}

/** The text as it is now: its version and its document. */
export async function now(documents: Documents, id: string): Promise<{ version: number; doc: Node }> {
  const page = await documents.page(ada, { id });
  if (!page.ok) throw new Error(page.reason);
  return { version: page.version, doc: schema.nodeFromJSON(page.doc) };
}

/** A commit that changes the document of `base` as `change` does. */
export function commitOf(
  document: string,
  { version, doc }: { version: number; doc: Node },
  change: (transform: Transform) => unknown,
): CommitRequest {
  const transform = new Transform(doc);
  change(transform);
  const steps = transform.steps.map((step) => step.toJSON() as StepJson);
  return { document, commit: randomUUID(), base: version, schema: SCHEMA_VERSION, steps };
}

/** Types into the document at a position. */
export function typing(at: number, text: string) {
  return (transform: Transform) => transform.insert(at, schema.text(text));
}
