import { useSyncExternalStore } from "react";

const drafts = new Map<string, string>();
const listeners = new Set<() => void>();

/** What somebody has begun to write in a document's Chat. It stays in the tab when they leave the page or load it anew. */
export function useDraft(of: { document: string; person: string }): [string, (text: string) => void] {
  const key = `chopin-draft:${of.person}:${of.document}`;
  const draft = useSyncExternalStore(
    subscribe,
    () => read(key),
    () => "",
  );
  return [draft, (text) => write(key, text)];
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function read(key: string): string {
  let draft = drafts.get(key);
  if (draft === undefined) drafts.set(key, (draft = stored((storage) => storage.getItem(key)) ?? ""));
  return draft;
}

function write(key: string, text: string): void {
  drafts.set(key, text);
  stored((storage) => (text === "" ? storage.removeItem(key) : storage.setItem(key, text)));
  for (const listener of listeners) listener();
}

/** A browser may refuse its storage; then a draft lives as long as the page. */
function stored<T>(work: (storage: Storage) => T): T | null {
  try {
    return work(sessionStorage);
  } catch {
    return null;
  }
}
