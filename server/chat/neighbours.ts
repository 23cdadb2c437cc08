import type { Unsubscribe } from "../base/events.ts";
import type { Principal } from "../base/principal.ts";

/** What Chat asks of documents. */
export type ChatDocuments = {
  /** For whoever may read it. */
  summary(
    principal: Principal,
    of: { id: string },
  ): Promise<
    | { ok: true; document: { id: string; repository: string; archivedAt: string | null } }
    | { ok: false; reason: "not-found" | "forbidden" | "signed-out" }
  >;
};

/** Calls back when a document is removed for good. */
export type WhenRemoved = (handler: (document: string) => void) => Unsubscribe;
