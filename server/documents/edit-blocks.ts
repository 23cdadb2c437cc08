import type { Node } from "prosemirror-model";
import { blocksOf } from "@chopin/document/blocks";
import type { Block } from "@chopin/document/blocks";
import { applyOperations } from "@chopin/document/operations";
import type { BlockOperation, OperationsResult } from "@chopin/document/operations";
import type { Tx } from "../../db/client.ts";
import type { Via } from "../base/principal.ts";
import type { Authority } from "./authority.ts";
import type { CommitStore } from "./commit-store.ts";
import type { Refusal } from "./entry.ts";
import { judgeResult } from "./judge.ts";
import { docAt } from "./past-text.ts";

export type EditRequest = {
  commit: string;
  /** The version at which the blocks were read. */
  version: number;
  operations: readonly BlockOperation[];
  person: string;
  via: Via;
  alongside?: ((tx: Tx) => Promise<void>) | undefined;
};

export type EditOutcome =
  | { ok: true; version: number; blocks: Block[]; changed: number[] }
  /** `stale`: a named block is no longer as it was read; `changed` lists what is different, as it is now. */
  | Extract<OperationsResult, { reason: "stale" | "invalid" }>
  | Refusal;

/** What the operations came to on the text they met: more than the authority needs to know. */
type Answer = Extract<EditOutcome, { ok: false }> | { ok: true; doc: Node; changed: number[] };

/** Applies block operations through the same queue as a keystroke; rejects with what `alongside` threw. */
export async function editBlocks(
  authority: Authority,
  store: CommitStore,
  request: EditRequest,
): Promise<EditOutcome> {
  const { commit, version, operations, person, via, alongside } = request;
  authority.heard(version);
  const said: { answer: Answer | null } = { answer: null };
  const outcome = await authority.submit({
    commit,
    person,
    via,
    bytes: JSON.stringify(operations).length,
    ...(alongside && { alongside }),
    propose: async (working, text) => {
      // It may be judged more than once, and only the last judgement counts.
      said.answer = null;
      const doc = await docAt(text, { store, document: authority.document, version });
      if (!doc) return { ok: false, reason: "invalid", detail: `there is no version ${version}` };
      const applied = applyOperations(working.doc, operations, { read: blocksOf(doc) });
      if (!applied.ok) {
        said.answer =
          applied.reason === "empty" ? { ok: false, reason: "invalid", detail: "no operations" } : applied;
        return { ok: false, reason: "invalid" };
      }
      const verdict = judgeResult(working.doc, applied.transform, working);
      if (!verdict.ok) return verdict;
      said.answer = { ok: true, doc: applied.transform.doc, changed: applied.changed };
      return applied.transform;
    },
  });
  const { answer } = said;
  if (!outcome.ok) return answer?.ok === false ? answer : outcome;
  if (!answer?.ok) throw new Error("an edit was taken without being proposed");
  return { ok: true, version: outcome.version, blocks: blocksOf(answer.doc), changed: answer.changed };
}
