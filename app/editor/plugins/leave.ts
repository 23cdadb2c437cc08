import { Plugin } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";

const FOCUSABLE = "a[href], button, input, select, textarea, [tabindex], [contenteditable=true]";

/**
 * Escape, then Tab (or Shift-Tab), leaves the text for what follows (or precedes) it on the page, from wherever Tab
 * would otherwise indent or walk a table. Anything between the two keys cancels it.
 */
export function leaving(): Plugin {
  let escaped = false;
  return new Plugin({
    props: {
      handleDOMEvents: {
        keydown: (view, event) => {
          if (event.key === "Shift") return false;
          const leave = escaped && event.key === "Tab" && !event.altKey && !event.ctrlKey && !event.metaKey;
          escaped = event.key === "Escape";
          if (!leave) return false;
          if (moveOn(view, event.shiftKey)) event.preventDefault();
          return true;
        },
        mousedown: () => {
          escaped = false;
          return false;
        },
        blur: () => {
          escaped = false;
          return false;
        },
      },
    },
  });
}

function moveOn(view: EditorView, back: boolean): boolean {
  const root = view.dom.closest(".editor") ?? view.dom;
  const side = back ? Node.DOCUMENT_POSITION_PRECEDING : Node.DOCUMENT_POSITION_FOLLOWING;
  const others = [...document.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (each) =>
      !root.contains(each) &&
      !each.contains(root) &&
      (root.compareDocumentPosition(each) & side) !== 0 &&
      each.tabIndex >= 0 &&
      !each.matches(":disabled") &&
      each.checkVisibility(),
  );
  const next = back ? others.at(-1) : others[0];
  if (next) next.focus();
  else view.dom.blur();
  return true;
}
