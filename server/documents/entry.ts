import type { Node } from "prosemirror-model";
import type { Transform } from "prosemirror-transform";
import type { CommitRefusal, StepJson } from "@chopin/protocol/document";
import type { Tx } from "../../db/client.ts";
import type { Via } from "../base/principal.ts";
import type { LiveCommit, LiveText } from "./live-text.ts";

/** Where an accepted commit stands. Equal numbers: nothing of it was left. */
export type Accepted = { ok: true; base: number; version: number };
export type AuthorityRefusal = Extract<
  CommitRefusal,
  "too-large" | "invalid" | "diverged" | "archived" | "not-found" | "unavailable"
>;
export type Refusal = { ok: false; reason: AuthorityRefusal; detail?: string };
export type Outcome = Accepted | Refusal;

/**
 * The text a group of commits is judged on: the live text with what the group did so far. `measure`: whether each
 * commit has to be measured; a group that stays within the limit as a whole needs measuring once.
 */
export type Working = { doc: Node; version: number; commits: LiveCommit[]; measure: boolean };

/** A change that somebody wants, before it is ordered. */
export type Wanted = {
  commit: string;
  person: string;
  via: Via;
  /** Roughly what it weighs while it waits. */
  bytes: number;
  /**
   * What the change comes to on the working text, whose past `text` has; or where it stands already, or why it is
   * refused.
   */
  propose(working: Working, text: LiveText): Promise<Transform | Outcome>;
  /** Runs in the transaction that stores the change, and takes it down when it throws. */
  alongside?: (tx: Tx) => Promise<void>;
};

/** A wanted change in the queue, with whoever waits for it. */
export type Entry = Wanted & { settle(outcome: Outcome): void; fail(error: unknown): void };

/** What a commit that is stored already is answered with. The id belongs to whoever used it first. */
export function knownOutcome(
  commit: { base: number; version: number; person: string },
  person: string,
): Outcome {
  if (commit.person !== person) return { ok: false, reason: "invalid", detail: "this commit id is taken" };
  return { ok: true, base: commit.base, version: commit.version };
}

/** Gives everybody the same answer. */
export function settleAll(entries: Entry[], outcome: Outcome): void {
  for (const entry of entries) entry.settle(outcome);
}

/** Gives everybody the same error. */
export function failAll(entries: Entry[], error: unknown): void {
  for (const entry of entries) entry.fail(error);
}

/** Characters that steps take as JSON; null when they hold what no database takes as text. */
export function weigh(steps: readonly StepJson[]): number | null {
  const json = JSON.stringify(steps);
  return UNSTORABLE.test(json.replaceAll("\\\\", "")) ? null : json.length;
}

/** NUL, and half a surrogate pair, as JSON writes them. */
const UNSTORABLE = /\\u0000|\\ud[89a-f][0-9a-f]{2}/i;
