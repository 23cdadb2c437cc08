import type { CommittedSteps, StepJson } from "@chopin/protocol/document";

/**
 * What leaves the page as one commit. The same id may leave again with other steps, once others' slid under them.
 * `undoes` has pairs of indices: the first step takes back the second.
 */
export type Outgoing = { commit: string; base: number; steps: StepJson[]; undoes: [number, number][] };

/**
 * One unsaved step as plain data. `undoes`: the serial of an earlier one that it takes back; `restores`: what it puts in
 * was there before.
 */
export type UnsavedStep = { serial: number; step: StepJson; undoes: number | null; restores?: boolean };

/**
 * What an editor has on top of `version` and the authority has not confirmed, as plain data: with the document at that
 * version it is the editor again. The first `count` steps are in flight. A step that did not change is the same object.
 */
export type UnsavedText = {
  version: number;
  inFlight: { commit: string; count: number } | null;
  steps: readonly UnsavedStep[];
};

/**
 * What an editor lends to the channel: its text with the steps the authority has not confirmed. The channel knows
 * the network, the editor knows the steps; neither knows the other's business.
 */
export interface DocumentText {
  /** Steps confirmed by the authority that this editor has. */
  version(): number;
  /** Number of own steps not confirmed yet. */
  unconfirmed(): number;
  inFlight(): string | null;
  /** What to send: the commit in flight once more, or else every unconfirmed step as a new commit. */
  take(newId: () => string): Outgoing | null;
  /** Forgets that a commit is in flight, after the authority refused it; its steps join the next one. */
  release(): void;
  /**
   * Applies commits, the first on top of `base`; what is known already is passed over. "gap" when `base` is ahead of
   * this editor, with nothing applied. Throws when the text and its version have come apart.
   */
  receive(base: number, commits: readonly CommittedSteps[]): "applied" | "gap";
  /**
   * The authority took `commit` as `base`..`version`. "waiting" while its steps have to arrive first, "lost" when
   * they must have arrived and have not.
   */
  acknowledge(commit: string, base: number, version: number): "confirmed" | "waiting" | "lost";
  /**
   * Takes the authority's own document and puts the unconfirmed steps back on it as far as they apply. Returns the
   * text of what did not, or null. Throws when the document is not one this page understands.
   */
  restart(doc: unknown, version: number): string | null;
  /** Takes every unconfirmed step back. */
  discard(): void;
  /** What is not confirmed, for the journal. */
  unsaved(): UnsavedText;
  /** The blocks that unconfirmed steps touched, as text to copy. */
  unconfirmedText(): string;
}
