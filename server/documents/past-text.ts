import type { Node } from "prosemirror-model";
import type { CommitStore } from "./commit-store.ts";
import { LiveText } from "./live-text.ts";

/** The document as it was at `version`, from memory or the database; null when it has not come so far. */
export async function docAt(
  text: LiveText,
  { store, document, version }: { store: CommitStore; document: string; version: number },
): Promise<Node | null> {
  if (version > text.version) return null;
  const recent = text.docAt(version);
  if (recent) return recent;
  const stored = await store.load(document, { version });
  const old = stored && new LiveText(stored);
  return old?.version === version ? old.doc : null;
}
