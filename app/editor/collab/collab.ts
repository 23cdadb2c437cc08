import { checkDocument } from "@chopin/document/check_document";
import { Plugin, PluginKey } from "prosemirror-state";
import type { EditorState, Transaction } from "prosemirror-state";
import type { Mappable, Mapping } from "prosemirror-transform";
import type { Unconfirmed } from "./rebase.ts";
import { withStepsOf } from "./undone.ts";

/** The commit that is on its way: the first `count` unconfirmed steps under one id, last sent on top of `base`. */
export type InFlight = { commit: string; count: number; base: number };

/**
 * What one editor knows of the shared text: `version` steps are confirmed, `unconfirmed` lie on top of them in
 * order, and the first few of those may be in flight. `recent` has the maps of confirmed steps of others, newest
 * last, to place what is said in positions of an older version.
 */
export type CollabState = {
  version: number;
  unconfirmed: readonly Unconfirmed[];
  inFlight: InFlight | null;
  recent: readonly { version: number; mapping: Mapping }[];
};

/** Told about each transaction that the collaboration itself made. `persons` wrote the steps; empty for our own. */
export type RemoteTransaction = { persons: string[] };

type Meta = { state: CollabState; remote: RemoteTransaction | null };

const key = new PluginKey<CollabState>("chopin-collab");

/** Frames whose maps are kept for carets; older carets are not shown. */
const RECENT_FRAMES = 100;

/**
 * Keeps the steps of this editor that the authority has not confirmed, so that others' can be slid under them. An editor
 * may begin with some that its document holds already. Undo takes back only one's own work as long as prosemirror-history stands beside it.
 */
export function collab(began: { version: number } & Partial<CollabState>): Plugin<CollabState> {
  const quiet = { on: false };
  const spec = {
    key,
    // prosemirror-history must not merge items: it pairs them with our unconfirmed steps one by one.
    historyPreserveItems: true,
    state: {
      init: (): CollabState => ({ unconfirmed: [], inFlight: null, recent: [], ...began }),
      apply: (tr: Transaction, state: CollabState): CollabState => {
        const meta: Meta | undefined = tr.getMeta(key);
        if (meta) return meta.state;
        return tr.docChanged ? { ...state, unconfirmed: withStepsOf(tr, state.unconfirmed) } : state;
      },
    },
    filterTransaction: (tr: Transaction): boolean =>
      !tr.docChanged || tr.getMeta(key) !== undefined || (!quiet.on && fits(tr)),
    quiet,
  };
  return new Plugin(spec);
}

/** Whether an edit leaves a document that the authority would take; a command's slip is stopped before it is seen. */
function fits(tr: Transaction): boolean {
  try {
    checkDocument(tr.doc, tr.before);
    return true;
  } catch (error) {
    console.warn("an edit that does not fit the schema was not made", error);
    return false;
  }
}

/** The collaboration's state; throws if the editor was made without the plugin. */
export function collabState(state: EditorState): CollabState {
  const found = key.getState(state);
  if (!found) throw new Error("this editor has no collaboration plugin");
  return found;
}

/** The least an editor view is: a state, and a way to move it on. */
export type EditorLike = { readonly state: EditorState; dispatch(tr: Transaction): void };

/**
 * Dispatches a transaction that is the collaboration's own, not this person's edit, with the state that follows.
 * Nothing may be appended to it: a plugin that mends the document after others' steps would do so in every open page
 * at once, and each mending would call for the next.
 */
export function dispatchOwn(
  editor: EditorLike,
  tr: Transaction,
  state: CollabState,
  remote: RemoteTransaction | null,
  { undoable = false } = {},
): void {
  const meta: Meta = { state, remote };
  const { quiet } = (key.get(editor.state)?.spec ?? { quiet: { on: false } }) as { quiet: { on: boolean } };
  quiet.on = true;
  try {
    if (!undoable) tr.setMeta("addToHistory", false);
    editor.dispatch(tr.setMeta(key, meta));
  } finally {
    quiet.on = false;
  }
}

/** Who wrote the steps that this transaction brings, or null for a transaction of this editor itself. */
export function remoteTransaction(tr: Transaction): RemoteTransaction | null {
  const meta: Meta | undefined = tr.getMeta(key);
  return meta?.remote ?? null;
}

/** Adds the maps of a confirmed frame; the oldest fall away. */
export function remember(state: CollabState, version: number, mapping: Mapping): CollabState["recent"] {
  return [...state.recent.slice(1 - RECENT_FRAMES), { version, mapping }];
}

/**
 * Where a position of the confirmed text at `version` stands in this editor's document now; null when that
 * version is ahead of ours or too old to tell, or the place was deleted.
 */
export function mapFromVersion(
  state: EditorState,
  version: number,
  pos: number,
  assoc: -1 | 1 = -1,
): number | null {
  const { version: ours, recent, unconfirmed } = collabState(state);
  if (version > ours) return null;
  const since = recent.filter((frame) => frame.version > version);
  const oldest = since[0];
  if (version < ours && (!oldest || oldest.version - oldest.mapping.maps.length > version)) return null;
  const maps: Mappable[] = since.map((frame) => skip(frame, version));
  const result = [...maps, ...unconfirmed.map(({ step }) => step.getMap())].reduce(
    (at, map) => map.map(at, assoc),
    pos,
  );
  return result <= state.doc.content.size ? result : null;
}

/** The part of a frame's maps that comes after `version`, when the version lies inside it. */
function skip(frame: { version: number; mapping: Mapping }, version: number): Mapping {
  const start = frame.version - frame.mapping.maps.length;
  return version > start ? frame.mapping.slice(version - start) : frame.mapping;
}
