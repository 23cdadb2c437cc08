import type { PresentPerson } from "@chopin/protocol/document";
import { PluginKey } from "prosemirror-state";
import type { EditorState, StateField, Transaction } from "prosemirror-state";
import { collabState, mapFromVersion, remoteTransaction } from "../collab/collab.ts";

/** A caret or selection of another tab, in positions of this editor's document as it is now. */
export type RemoteCaret = {
  tab: string;
  person: string;
  name: string;
  colour: number;
  anchor: number;
  head: number;
  /** As it was reported: positions of the confirmed text at `version`. */
  reported: { version: number; anchor: number; head: number };
  /** Reported at a version this editor has not reached; placed as soon as it has. */
  ahead: boolean;
};

export const remoteCaretsKey = new PluginKey<readonly RemoteCaret[]>("chopin-remote-carets");

/** The transaction that brings a presence frame to the editor. */
export function withPeople(tr: Transaction, people: readonly PresentPerson[]): Transaction {
  return tr.setMeta(remoteCaretsKey, people).setMeta("addToHistory", false);
}

/**
 * Keeps others' carets in place between frames: each edit moves them as it moves the text. What a person types
 * pushes that person's own caret before itself, and leaves all others' where they stand.
 */
export const remoteCarets: StateField<readonly RemoteCaret[]> = {
  init: () => [],
  apply: (tr, before, _old, state) => {
    const people: readonly PresentPerson[] | undefined = tr.getMeta(remoteCaretsKey);
    const moved = tr.docChanged ? moveAlong(before, tr) : before;
    if (people) return people.flatMap((person) => placePerson(person, moved, state));
    return moved.some((caret) => caret.ahead) ? moved.map((caret) => arrive(caret, state)) : moved;
  },
};

/** Hundreds of carets, fifty times a second: those that stay where they are stay the same objects. */
function moveAlong(carets: readonly RemoteCaret[], tr: Transaction): readonly RemoteCaret[] {
  const persons = new Set(remoteTransaction(tr)?.persons);
  return carets.map((caret) => {
    const side = persons.has(caret.person) ? 1 : -1;
    const anchor = tr.mapping.map(caret.anchor, side);
    const head = caret.head === caret.anchor ? anchor : tr.mapping.map(caret.head, side);
    return anchor === caret.anchor && head === caret.head ? caret : { ...caret, anchor, head };
  });
}

function placePerson(
  { person, name, colour, carets }: PresentPerson,
  known: readonly RemoteCaret[],
  state: EditorState,
): RemoteCaret[] {
  return carets.flatMap(({ tab, version, anchor, head }) => {
    const before = known.find((each) => each.tab === tab);
    const reported = { version, anchor, head };
    if (before && sameReport(before.reported, reported)) return [{ ...before, name, colour }];
    const placed = place(reported, state);
    if (placed) return [{ tab, person, name, colour, reported, ahead: false, ...placed }];
    // Ahead of our text: stay where it was, if it was anywhere, until the steps are here.
    const ahead = version > collabState(state).version;
    return ahead && before ? [{ ...before, name, colour, reported, ahead: true }] : [];
  });
}

function arrive(caret: RemoteCaret, state: EditorState): RemoteCaret {
  if (!caret.ahead) return caret;
  const placed = place(caret.reported, state);
  return placed ? { ...caret, ...placed, ahead: false } : caret;
}

function place(
  reported: RemoteCaret["reported"],
  state: EditorState,
): { anchor: number; head: number } | null {
  const anchor = mapFromVersion(state, reported.version, reported.anchor);
  const head = mapFromVersion(state, reported.version, reported.head);
  return anchor === null || head === null ? null : { anchor, head };
}

function sameReport(a: RemoteCaret["reported"], b: RemoteCaret["reported"]): boolean {
  return a.version === b.version && a.anchor === b.anchor && a.head === b.head;
}
