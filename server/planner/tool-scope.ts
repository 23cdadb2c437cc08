import type { Access } from "../access/access.ts";
import type { Principal } from "../base/principal.ts";
import type { Documents } from "../documents/documents.ts";
import type { Repositories } from "../repositories/repositories.ts";

/** Everything one turn's tools are bound to. The model chooses neither document nor repository nor commit. */
export type ToolScope = {
  principal: Principal;
  document: string;
  repository: string;
  /** The default branch's commit when the turn began; null while the repository cannot be read. */
  commit: string | null;
  access: Pick<Access, "check">;
  documents: Pick<Documents, "read" | "edit">;
  repositories: Pick<Repositories, "tree" | "file">;
};

/**
 * Asked before each tool: the login must live and the person may still write here. A reason refuses the call.
 */
export async function permitted({ access, principal, repository }: ToolScope): Promise<string | null> {
  const answer = await access.check(principal, "write", { repository });
  return answer.ok ? null : answer.reason;
}
