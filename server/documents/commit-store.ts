import type { StepJson } from "@chopin/protocol/document";
import type { Tx } from "../../db/client.ts";
import type { Via } from "../base/principal.ts";

/** A commit as it is kept: its steps as they were applied, from `base` to `version`. */
export type StoredCommit = {
  commit: string;
  base: number;
  version: number;
  person: string;
  via: Via;
  steps: StepJson[];
};

/** The newest snapshot at or before a version, and the commits from there on, oldest first. */
export type StoredText = { snapshot: { version: number; doc: unknown }; commits: StoredCommit[] };

export type AppendResult =
  | { ok: true }
  /** `behind`: another process wrote; `known`: a commit of the group is stored already; `archived`, `gone`. */
  | { ok: false; reason: "behind" | "known" | "archived" | "gone" };

/** Where commits are kept. The authority is the only one who writes here; every write is one transaction. */
export interface CommitStore {
  /** The text at its newest version, or at `version`; null when there is no such document. */
  load(document: string, options?: { version?: number }): Promise<StoredText | null>;
  /** Commits with steps that begin at `since` or later, oldest first, at most `limit`. */
  since(document: string, since: number, limit: number): Promise<StoredCommit[]>;
  find(document: string, commits: readonly string[]): Promise<StoredCommit[]>;
  /**
   * Adds commits that follow one another, if the document still stands at the first one's base. `alongside` runs
   * in the same transaction and takes the commits down with it when it throws.
   */
  append(
    document: string,
    commits: readonly StoredCommit[],
    options: { at: Date; alongside?: (tx: Tx) => Promise<void> },
  ): Promise<AppendResult>;
  /** Keeps the whole text at a version. Earlier ones give way, but for one every MILESTONE_STEPS. */
  snapshot(document: string, version: number, doc: unknown, at: Date): Promise<void>;
}

/** Steps between snapshots that stay. */
export const MILESTONE_STEPS = 2_000;
