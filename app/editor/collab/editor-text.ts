import { Node } from "prosemirror-model";
import { MAX_COMMIT_STEPS } from "@chopin/protocol/document";
import type { DocumentText, Outgoing, UnsavedStep, UnsavedText } from "../../live/document-text.ts";
import { collabState, dispatchOwn } from "./collab.ts";
import type { CollabState, EditorLike, InFlight } from "./collab.ts";
import { confirm, dropInFlight, receive } from "./receive.ts";
import { restart } from "./restart.ts";
import type { Unconfirmed } from "./rebase.ts";
import { unconfirmedText } from "./unconfirmed-text.ts";

/** Lends an editor (an EditorView, or anything with a state and a dispatch) to a document channel. */
export function editorText(editor: EditorLike): DocumentText {
  const set = (state: CollabState) => dispatchOwn(editor, editor.state.tr, state, null);
  return {
    version: () => collabState(editor.state).version,
    unconfirmed: () => collabState(editor.state).unconfirmed.length,
    inFlight: () => collabState(editor.state).inFlight?.commit ?? null,
    take: (newId) => {
      const state = collabState(editor.state);
      if (state.unconfirmed.length === 0 && !state.inFlight) return null;
      const { commit, count } = state.inFlight ?? { commit: newId(), count: mostOf(state) };
      const inFlight = { commit, count, base: state.version };
      set({ ...state, inFlight });
      return outgoing(state, inFlight);
    },
    release: () => set({ ...collabState(editor.state), inFlight: null }),
    receive: (base, commits) => receive(editor, base, commits),
    acknowledge: (commit, base, version) => acknowledge(editor, commit, base, version),
    restart: (json, version) => {
      const doc = Node.fromJSON(editor.state.schema, json);
      doc.check();
      return restart(editor, doc, version);
    },
    discard: () => discard(editor),
    unsaved: () => unsaved(collabState(editor.state)),
    unconfirmedText: () => unconfirmedText(editor.state),
  };
}

/** A commit takes no further step beyond so many characters of JSON; well below what the server takes of any script. */
const FULL_AT = 512 * 1024;

/** How many steps leave at once; the rest goes with the next commit. */
function mostOf({ unconfirmed }: CollabState): number {
  let length = 0;
  let count = 0;
  for (const { step } of unconfirmed.slice(0, MAX_COMMIT_STEPS)) {
    if (length > FULL_AT) break;
    length += JSON.stringify(step.toJSON()).length;
    count++;
  }
  return count;
}

function outgoing(state: CollabState, { commit, count }: InFlight): Outgoing {
  const sent = state.unconfirmed.slice(0, count);
  const undoes = sent.flatMap((one, i): [number, number][] => {
    if (one.undoes === null) return [];
    const undone = sent.findIndex(({ serial }) => serial === one.undoes);
    return undone < 0 ? [] : [[i, undone]];
  });
  return { commit, base: state.version, steps: sent.map(({ step }) => step.toJSON()), undoes };
}

/** Steps as plain data, each made once: a text with thousands of unsaved steps is asked at every key. */
const plain = new WeakMap<Unconfirmed, UnsavedStep>();

function unsaved({ version, unconfirmed, inFlight }: CollabState): UnsavedText {
  const steps = unconfirmed.map((one) => {
    const { serial, step, undoes, restores } = one;
    const known = plain.get(one) ?? { serial, step: step.toJSON(), undoes, ...(restores && { restores }) };
    plain.set(one, known);
    return known;
  });
  return { version, steps, inFlight: inFlight && { commit: inFlight.commit, count: inFlight.count } };
}

function acknowledge(
  editor: EditorLike,
  commit: string,
  base: number,
  version: number,
): "confirmed" | "waiting" | "lost" {
  const state = collabState(editor.state);
  if (state.inFlight?.commit !== commit) return "confirmed";
  if (version > state.version) {
    // Only a commit that the authority did not rebase stands as it left; others have to be seen first.
    const asSent = base === state.inFlight.base && version - base === state.inFlight.count;
    if (base !== state.version || !asSent) return "waiting";
    confirm(editor);
    return "confirmed";
  }
  if (base === version) {
    dropInFlight(editor);
    return "confirmed";
  }
  const rest = state.unconfirmed.slice(state.inFlight.count);
  dispatchOwn(editor, editor.state.tr, { ...state, unconfirmed: rest, inFlight: null }, null);
  return "lost";
}

/** Takes every unconfirmed step back, also out of the undo history. */
function discard(editor: EditorLike): void {
  const state = collabState(editor.state);
  const { tr } = editor.state;
  for (const { inverted } of state.unconfirmed.toReversed()) tr.step(inverted);
  tr.setMeta("rebased", state.unconfirmed.length);
  dispatchOwn(editor, tr, { ...state, unconfirmed: [], inFlight: null }, { persons: [] });
}
