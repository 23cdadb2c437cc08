import type { PresentPerson, Rights } from "@chopin/protocol/document";
import type { SavingState } from "./saving.ts";

/** What a page shows of one document's channel. A new object whenever something in it changes. */
export type ChannelSnapshot = {
  saving: SavingState;
  /** True once the server let this page in; until then, and whenever `rights.write` is false, the text is read-only. */
  joined: boolean;
  /** Whether the browser keeps what is not saved, so that it outlives this page. */
  keeps: boolean;
  /** The confirmed version this page has; null until an editor is attached. */
  version: number | null;
  rights: Rights;
  people: PresentPerson[];
  about: { title: string; path: string; archived: boolean; removed: boolean } | null;
  /** Text that could not be put back after the page had to take the authority's own document. */
  lost: string | null;
};

/** What is known before the server answered: at most what the page was served with. */
export function blankSnapshot(
  rights: Rights = { read: true, write: false, administer: false },
): ChannelSnapshot {
  return {
    saving: { kind: "offline", changes: 0 },
    joined: false,
    keeps: false,
    version: null,
    rights,
    people: [],
    about: null,
    lost: null,
  };
}
