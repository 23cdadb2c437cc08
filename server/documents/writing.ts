import type { BlockOperation } from "@chopin/document/operations";
import { SCHEMA_VERSION } from "@chopin/protocol/document";
import type { CommitReply, CommitRequest, Refused, SinceReply } from "@chopin/protocol/document";
import type { Tx } from "../../db/client.ts";
import { messageOf } from "../base/errors.ts";
import { isUuid } from "../base/ids.ts";
import type { Principal } from "../base/principal.ts";
import { commitSteps } from "./commit-steps.ts";
import { admit, findRow, unknownDocument } from "./desk.ts";
import type { AccessRefusal, Desk, NotFound, Right } from "./desk.ts";
import { editBlocks } from "./edit-blocks.ts";
import type { EditOutcome } from "./edit-blocks.ts";
import { onTheWire } from "./reading.ts";

/** Steps from a page. Acknowledged once they are in the database; a refusal touches nobody else. */
export async function commit(desk: Desk, principal: Principal, request: CommitRequest): Promise<CommitReply> {
  if (request.schema !== SCHEMA_VERSION) return { ok: false, reason: "outdated" };
  const admitted = await admitFast(desk, principal, "write", request.document);
  if (!admitted.ok) return admitted;
  const { person, via } = principal;
  const { commit, base, steps, undoes } = request;
  return await orUnavailable<CommitReply>(desk, request.document, async () => {
    const outcome = await desk.authorities.use(
      request.document,
      async (authority) =>
        await commitSteps(authority, desk.store, { commit, base, steps, undoes, person, via }),
    );
    return outcome ?? { ok: false, reason: "not-found" };
  });
}

/** The commits after a version. A long past comes in parts: ask again from the frame's own version. */
export async function since(
  desk: Desk,
  principal: Principal,
  request: { id: string; since: number },
): Promise<SinceReply> {
  const admitted = await admitFast(desk, principal, "read", request.id);
  if (!admitted.ok) return admitted;
  return await orUnavailable<SinceReply>(desk, request.id, async () => {
    const past = await desk.authorities.use(
      request.id,
      async (authority) => await authority.since(request.since),
    );
    if (!past) return { ok: false, reason: "not-found" };
    const { base, version, commits } = past;
    return { ok: true, frame: { document: request.id, base, version, commits: commits.map(onTheWire) } };
  });
}

/**
 * Block operations on the text as it was read at `version`. `alongside` runs in the transaction that stores them;
 * what it throws comes out here, and neither is stored then.
 */
export async function edit(
  desk: Desk,
  principal: Principal,
  request: {
    id: string;
    version: number;
    operations: readonly BlockOperation[];
    alongside?: (tx: Tx) => Promise<void>;
  },
): Promise<EditOutcome | NotFound | AccessRefusal> {
  const admitted = await admit(desk, principal, "write", request.id);
  if (!admitted.ok) return admitted;
  if (admitted.found.document.archivedAt) return { ok: false, reason: "archived" };
  const { id, version, operations, alongside } = request;
  const { person, via } = principal;
  const outcome = await desk.authorities.use(
    id,
    async (authority) =>
      await editBlocks(authority, desk.store, {
        commit: desk.ids.uuid(),
        version,
        operations,
        person,
        via,
        alongside,
      }),
  );
  return outcome ?? { ok: false, reason: "not-found" };
}

/** Repositories of documents that were asked for; a document never moves to another one. */
const repositories = new WeakMap<Desk, Map<string, string>>();
const REMEMBERED = 10_000;

/** As `admit`, without reading the document's row at every keystroke. */
async function admitFast(
  desk: Desk,
  principal: Principal,
  right: Right,
  id: string,
): Promise<{ ok: true } | AccessRefusal | NotFound | Refused<"unavailable">> {
  const known = repositories.get(desk) ?? new Map<string, string>();
  repositories.set(desk, known);
  let repository = known.get(id);
  if (repository === undefined) {
    const found = isUuid(id) ? await findRow(desk.db, id).catch(() => "unavailable" as const) : null;
    if (found === "unavailable") return { ok: false, reason: "unavailable" };
    if (!found) return await unknownDocument(desk, principal);
    repository = found.document.repository;
    if (known.size >= REMEMBERED) known.clear();
    known.set(id, repository);
  }
  return await desk.access.check(principal, right, { repository });
}

/** A fault while a page commits or catches up is not the end of it: the page keeps what it has and asks again. */
async function orUnavailable<Reply>(
  desk: Desk,
  document: string,
  work: () => Promise<Reply>,
): Promise<Reply | Refused<"unavailable">> {
  try {
    return await work();
  } catch (error) {
    desk.log.error("a document did not answer", { document, error: messageOf(error) });
    return { ok: false, reason: "unavailable" };
  }
}
