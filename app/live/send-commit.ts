import { MAX_COMMIT_BYTES, SCHEMA_VERSION } from "@chopin/protocol/document";
import type { CommitReply } from "@chopin/protocol/document";
import type { Connection } from "./connection.ts";
import type { Outgoing } from "./document-text.ts";

/**
 * Sends one commit. One that is larger than the server takes is refused here: it would end the connection, and be sent
 * again on the next. Rejects with `NoAnswer`.
 */
export async function sendCommit(
  connection: Connection,
  document: string,
  outgoing: Outgoing,
  options?: { within?: number },
): Promise<CommitReply> {
  const bytes = new Blob([JSON.stringify(outgoing.steps)]).size;
  if (bytes > MAX_COMMIT_BYTES)
    return { ok: false, reason: "too-large", detail: `a commit of ${bytes} bytes` };
  const request = { document, schema: SCHEMA_VERSION, ...outgoing };
  return await connection.request("document:commit", request, options);
}
