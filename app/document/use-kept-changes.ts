import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { openJournal } from "../live/journal.ts";
import type { Journal } from "../live/journal.ts";
import { KeptChanges } from "../live/kept-changes.ts";
import type { Kept } from "../live/kept-changes.ts";
import { tabConnection } from "../live/tab-connection.ts";

let journal: Journal | undefined;
let kept: KeptChanges | undefined;
const NONE: readonly Kept[] = [];

/** The tab's one journal. */
export function tabJournal(): Journal {
  journal ??= openJournal();
  return journal;
}

/** What earlier pages left unsaved in this browser. The editor is loaded only when there is something. */
export function tabKept(): KeptChanges {
  kept ??= new KeptChanges({
    journal: tabJournal(),
    connection: tabConnection(),
    loadRestore: async () => (await import("../editor/collab/kept-text.ts")).keptText,
  });
  return kept;
}

/** Saves what earlier pages of this person left, for as long as the tab lives. */
export function useFollowKept(person: string): void {
  useEffect(() => tabKept().follow(person), [person]);
}

/** Tries again what could not be saved, whenever the document on screen becomes writable. */
export function useRetryKept(writable: boolean): void {
  useEffect(() => {
    if (writable) tabKept().tryAgain();
  }, [writable]);
}

/** The changes that earlier pages left, of one document or of all. */
export function useKept(document?: string): readonly Kept[] {
  const all = useSyncExternalStore(subscribe, snapshot, nothing);
  return useMemo(
    () => all.filter((one) => document === undefined || one.document === document),
    [all, document],
  );
}

/**
 * How many changes of this person lie in this browser unsaved, in whichever tab they were made. Looked at every second
 * for as long as it is shown, since other tabs go on saving and writing.
 */
export function useUnsavedHere(person: string): number {
  const [unsaved, setUnsaved] = useState(0);
  useEffect(() => {
    let current = true;
    const look = () => {
      const found = tabJournal().count(person);
      found.then((count) => current && setUnsaved(count)).catch(() => undefined);
    };
    look();
    const timer = setInterval(look, 1_000);
    return () => {
      current = false;
      clearInterval(timer);
    };
  }, [person]);
  return unsaved;
}

function subscribe(listener: () => void): () => void {
  return tabKept().subscribe(listener);
}

function snapshot(): readonly Kept[] {
  return tabKept().getSnapshot();
}

function nothing(): readonly Kept[] {
  return NONE;
}
