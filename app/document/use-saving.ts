import { useEffect, useState } from "react";
import type { ChannelSnapshot } from "../live/document-channel.ts";
import type { Kept } from "../live/kept-changes.ts";
import type { SavingState } from "../live/saving.ts";
import type { Saving } from "./saving-state.tsx";

/** Milliseconds a page may take to be let in before it says that it is offline. */
const PATIENCE = 4_000;

export type SavingNow = {
  saving: Saving;
  /** When the connection went, while it is gone. */
  offlineSince: string | null;
  /** The server let this page in at least once: from then on what is written can be kept and sent later. */
  entered: boolean;
  /** Whether the text takes keys now. Being offline does not end it. */
  mayWrite: boolean;
};

/**
 * How safe the reader's words are, with a moment's patience while the page opens. `kept`: what earlier pages of theirs
 * left of this document.
 */
export function useSaving(
  { saving: own, joined, rights }: ChannelSnapshot,
  kept: readonly Kept[],
): SavingNow {
  const saving = withKept(own, kept);
  const [entered, setEntered] = useState(false);
  const [waited, setWaited] = useState(false);
  if (joined && !entered) setEntered(true);
  useEffect(() => {
    const timer = setTimeout(() => setWaited(true), PATIENCE);
    return () => clearTimeout(timer);
  }, []);
  const offline = saving.kind === "offline";
  const opening = offline && !entered && !waited && saving.changes === 0;
  const offlineSince = useSince(offline && !opening);
  const mayWrite = entered && rights.write && saving.kind !== "readonly";
  return { saving: opening ? { kind: "opening" } : saving, offlineSince, entered, mayWrite };
}

/** What an earlier page left is not saved either, until it is. */
function withKept(saving: SavingState, kept: readonly Kept[]): SavingState {
  const changes = kept.reduce((sum, one) => sum + (one.stuck ? 0 : one.changes), 0);
  if (changes === 0) return saving;
  if (saving.kind === "offline") return { kind: "offline", changes: saving.changes + changes };
  return saving.kind === "saved" ? { kind: "saving" } : saving;
}

/** The moment since which something has been so. */
function useSince(so: boolean): string | null {
  const [since, setSince] = useState<string | null>(null);
  useEffect(() => {
    if (!so) return;
    const began = new Date().toISOString();
    const timer = setTimeout(() => setSince(began));
    return () => {
      clearTimeout(timer);
      setSince(null);
    };
  }, [so]);
  return since;
}
