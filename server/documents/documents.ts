import type { Db } from "../../db/client.ts";
import type { Clock } from "../base/clock.ts";
import type { Events } from "../base/events.ts";
import type { Ids } from "../base/ids.ts";
import type { Log } from "../base/log.ts";
import type { Principal } from "../base/principal.ts";
import { Authorities } from "./authorities.ts";
import { createCommitTables } from "./commit-tables.ts";
import type { Desk, Neighbours } from "./desk.ts";
import { documentCommitted } from "./document-events.ts";
import { seedFirst } from "./seed-first.ts";
import * as lifecycle from "./lifecycle.ts";
import * as listing from "./listing.ts";
import * as reading from "./reading.ts";
import * as writing from "./writing.ts";

export { documentChanged, documentCommitted } from "./document-events.ts";
export type { DocumentChanged } from "./document-events.ts";
export type { DocumentSummary } from "./desk.ts";
export type { ListedDocument } from "./listing.ts";
export type { Block as BlockNow } from "@chopin/document/blocks";
export type { EditOutcome } from "./edit-blocks.ts";

export type Documents = ReturnType<typeof createDocuments>;

/** What a call is about, after the principal. */
type Of<Call> = Call extends (desk: Desk, principal: Principal, given: infer Given) => unknown
  ? Given
  : never;

/**
 * The front door of documents. Every call takes the acting principal, asks `access` itself, and answers refusals as
 * values. Reading needs `read` in the document's repository; creating, renaming, archiving, restoring, removing and
 * writing need `write`.
 */
export function createDocuments({
  linger,
  ...given
}: Neighbours & {
  db: Db;
  events: Events;
  clock: Clock;
  ids: Ids;
  log: Log;
  /** Milliseconds a document stays in memory after the last call on it. */
  linger?: number;
}) {
  const { db, events, clock, log } = given;
  const store = createCommitTables(db);
  const authorities = new Authorities({
    store,
    clock,
    log,
    linger,
    committed: (group) => events.publish(documentCommitted, group),
    found: ({ commits, ...group }) =>
      events.publishHere(documentCommitted, { ...group, commits: commits.map(reading.onTheWire) }),
  });
  const desk: Desk = { ...given, store, authorities };
  events.on(documentCommitted, (group) => authorities.heard(group));
  events.onGap(() => authorities.heardNothing());

  return {
    list: (principal: Principal, of: Of<typeof listing.list>) => listing.list(desk, principal, of),
    recent: (principal: Principal, of?: { limit?: number }) => listing.recent(desk, principal, of),
    counts: (principal: Principal) => listing.counts(desk, principal),
    find: (principal: Principal, of: Of<typeof listing.find>) => listing.find(desk, principal, of),
    summary: (principal: Principal, of: { id: string }) => listing.summary(desk, principal, of),

    create: (principal: Principal, of: Of<typeof lifecycle.create>) => lifecycle.create(desk, principal, of),
    rename: (principal: Principal, of: Of<typeof lifecycle.rename>) => lifecycle.rename(desk, principal, of),
    archive: (principal: Principal, of: { id: string }) => lifecycle.archive(desk, principal, of),
    restore: (principal: Principal, of: { id: string }) => lifecycle.restore(desk, principal, of),
    remove: (principal: Principal, of: { id: string }) => lifecycle.remove(desk, principal, of),

    read: (principal: Principal, of: { id: string }) => reading.read(desk, principal, of),
    download: (principal: Principal, of: { id: string }) => reading.download(desk, principal, of),
    page: (principal: Principal, of: { id: string }) => reading.page(desk, principal, of),
    open: (principal: Principal, of: Of<typeof reading.open>) => reading.open(desk, principal, of),
    textAt: (principal: Principal, of: Of<typeof reading.textAt>) => reading.textAt(desk, principal, of),

    commit: (principal: Principal, of: Of<typeof writing.commit>) => writing.commit(desk, principal, of),
    since: (principal: Principal, of: Of<typeof writing.since>) => writing.since(desk, principal, of),
    edit: (principal: Principal, of: Of<typeof writing.edit>) => writing.edit(desk, principal, of),

    /** Gives an empty database its first document, once, in the first repository there is. */
    seedFirst: () => seedFirst(desk),
    /** Keeps a document in memory while somebody has it open; whoever does asks for itself. Returns how to let go. */
    hold: (id: string) => authorities.hold(id),
    /** Documents in memory now. */
    live: () => authorities.size,
    /** Waits until everything that was taken is stored, and releases every document. */
    close: () => authorities.close(),
  };
}
