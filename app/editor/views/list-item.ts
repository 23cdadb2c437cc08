import type { NodeViewConstructor } from "prosemirror-view";
import type { EditorWords } from "../words.ts";
import { render } from "./render.ts";

/** A list item; a task has a box that ticks it by mouse, by touch and by Space when it has the focus. */
export function listItemView(words: EditorWords): NodeViewConstructor {
  return (node, view, getPos) => {
    const { dom, contentDOM } = render(node, words, { editable: view.editable });
    const box = dom.querySelector<HTMLInputElement>(":scope > .task-box > input");
    box?.addEventListener("change", () => {
      const pos = getPos();
      const item = pos === undefined ? null : view.state.doc.nodeAt(pos);
      if (pos === undefined || item?.type !== node.type || !view.editable) {
        box.checked = node.attrs.checked === true;
        return;
      }
      view.dispatch(view.state.tr.setNodeAttribute(pos, "checked", box.checked));
    });
    const label = box?.parentElement;
    // A press on the box must neither move the caret nor take the focus from the text.
    label?.addEventListener("mousedown", (event) => event.preventDefault());
    return {
      dom,
      contentDOM,
      stopEvent: (event) => event.target instanceof Node && (label?.contains(event.target) ?? false),
      ignoreMutation: (mutation) => mutation.type !== "selection" && !contentDOM?.contains(mutation.target),
    };
  };
}
