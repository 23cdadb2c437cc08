/** Why the authority would not take what was typed. "unavailable": it does not answer; the page keeps trying. */
export type RefusedReason = "too-large" | "invalid" | "unavailable";
/** Why nothing can be written now. */
export type ReadonlyReason = "outdated" | "rights" | "archived" | "signed-out" | "removed";

/**
 * Where this person's words are. `changes` counts steps that are only in this page; they stay in the text in every
 * state, and can be copied or taken back.
 */
export type SavingState =
  | { kind: "saved" }
  | { kind: "saving" }
  | { kind: "offline"; changes: number }
  | { kind: "refused"; reason: RefusedReason; changes: number; detail?: string | undefined }
  | { kind: "readonly"; reason: ReadonlyReason; changes: number };

/** What stands in the way of saving; null when nothing does. `waiting`: an attempt failed, the next is due soon. */
export type Obstacle =
  | { kind: "waiting" }
  | { kind: "refused"; reason: RefusedReason; detail?: string | undefined }
  | { kind: "readonly"; reason: ReadonlyReason }
  | null;

/** The saving state, from what the channel knows. */
export function savingState(known: { joined: boolean; changes: number; obstacle: Obstacle }): SavingState {
  const { joined, changes, obstacle } = known;
  if (obstacle?.kind === "readonly") return { ...obstacle, changes };
  if (obstacle?.kind === "refused" && changes > 0) return { ...obstacle, changes };
  if (!joined) return { kind: "offline", changes };
  return changes > 0 ? { kind: "saving" } : { kind: "saved" };
}

/** Why this person may not write in the document as it is; null when they may. */
export function whyReadonly(known: {
  rights: { read: boolean; write: boolean };
  about: { archived: boolean; removed: boolean } | null;
}): ReadonlyReason | null {
  const { rights, about } = known;
  if (about?.removed) return "removed";
  if (!rights.read || !rights.write) return "rights";
  return about?.archived ? "archived" : null;
}

/** What a refusal puts in the way; one that nobody foresaw counts as no answer. */
export function obstacleOf(
  reason: string,
  detail?: string,
): Extract<Obstacle, { kind: "refused" | "readonly" }> {
  switch (reason) {
    case "too-large":
    case "invalid":
      return { kind: "refused", reason, detail };
    case "outdated":
    case "archived":
    case "signed-out":
      return { kind: "readonly", reason };
    case "forbidden":
      return { kind: "readonly", reason: "rights" };
    case "not-found":
      return { kind: "readonly", reason: "removed" };
    default:
      return { kind: "refused", reason: "unavailable", detail };
  }
}
