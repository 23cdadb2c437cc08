import { Plugin } from "prosemirror-state";
import type { EditorState } from "prosemirror-state";
import { collabState } from "../collab/collab.ts";

const EVERY_MS = 100;
/** While one types: others move the caret along with the text by themselves, and are told only to be sure. */
const TYPING_EVERY_MS = 1_000;

/** Where this person's caret is, in positions of the confirmed text at `version`; null without the focus. */
export type OwnSelection = { version: number; anchor: number; head: number } | null;

/**
 * Tells about this editor's own caret, only when it is elsewhere: at most ten times a second, and once a second while
 * it only goes along with what is typed.
 */
export function ownSelection(report: (selection: OwnSelection) => void): Plugin {
  return new Plugin({
    view: (view) => {
      let last = "null";
      let timer: ReturnType<typeof setTimeout> | undefined;
      let due = 0;
      const tell = () => {
        timer = undefined;
        if (view.isDestroyed) return;
        const selection = view.hasFocus() ? confirmedSelection(view.state) : null;
        const said = JSON.stringify(selection && [selection.anchor, selection.head]);
        if (said === last) return;
        last = said;
        report(selection);
      };
      const within = (milliseconds: number) => {
        const then = performance.now() + milliseconds;
        if (timer !== undefined && due <= then) return;
        clearTimeout(timer);
        due = then;
        timer = setTimeout(tell, milliseconds);
      };
      const soon = () => within(EVERY_MS);
      view.dom.addEventListener("focus", soon);
      view.dom.addEventListener("blur", soon);
      return {
        update: (_, before) => {
          if (!view.hasFocus()) return;
          if (!before.doc.eq(view.state.doc)) within(view.state.selection.empty ? TYPING_EVERY_MS : EVERY_MS);
          else if (!before.selection.eq(view.state.selection)) soon();
        },
        destroy: () => {
          clearTimeout(timer);
          view.dom.removeEventListener("focus", soon);
          view.dom.removeEventListener("blur", soon);
          if (last !== "null") report(null);
        },
      };
    },
  });
}

/** The selection as everyone can understand it: without the steps only this editor has. */
export function confirmedSelection(state: EditorState): NonNullable<OwnSelection> {
  const { version, unconfirmed } = collabState(state);
  const back = (pos: number) =>
    unconfirmed.toReversed().reduce((at, { inverted }) => inverted.getMap().map(at, -1), pos);
  return { version, anchor: back(state.selection.anchor), head: back(state.selection.head) };
}
