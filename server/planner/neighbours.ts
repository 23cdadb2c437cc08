import type { BlockOperation } from "@chopin/document/operations";
import type { Access } from "../access/access.ts";
import type { Principal } from "../base/principal.ts";
import type { Repositories } from "../repositories/repositories.ts";

export type BlockNow = { index: number; digest: string; source: string };

/** What the Planner asks of documents. */
export type PlannerDocuments = {
  read(
    principal: Principal,
    of: { id: string },
  ): Promise<
    { ok: true; version: number; title: string; blocks: BlockNow[] } | { ok: false; reason: string }
  >;
  edit(
    principal: Principal,
    of: { id: string; version: number; operations: readonly BlockOperation[] },
  ): Promise<
    | { ok: true; version: number; blocks: BlockNow[]; changed: number[] }
    | { ok: false; reason: "stale"; changed: BlockNow[] }
    | { ok: false; reason: string; detail?: string | undefined }
  >;
};

/** Everything one turn's tools are bound to. The model chooses neither document nor repository nor commit. */
export type ToolScope = {
  principal: Principal;
  document: string;
  repository: string;
  /** The default branch's commit when the turn began; null while the repository cannot be read. */
  commit: string | null;
  access: Pick<Access, "check">;
  documents: PlannerDocuments;
  repositories: Pick<Repositories, "tree" | "file">;
};

/**
 * Asked before each tool: the login must live and the person may still write here. A reason refuses the call.
 */
export async function permitted({ access, principal, repository }: ToolScope): Promise<string | null> {
  const answer = await access.check(principal, "write", { repository });
  return answer.ok ? null : answer.reason;
}
