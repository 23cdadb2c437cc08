import type { EditorView } from "prosemirror-view";

/** Where floating controls of an editor live: the positioned element around the text. */
export function layerOf(view: EditorView): HTMLElement {
  const around = view.dom.parentElement;
  if (!around) throw new Error("the editor is not on the page");
  return around;
}

/** Puts a floating element above (or, with no room, below) what lies from `from` to `to`, inside the layer. */
export function placeAt(view: EditorView, options: { element: HTMLElement; from: number; to: number }): void {
  const { element } = options;
  const layer = layerOf(view).getBoundingClientRect();
  const start = view.coordsAtPos(options.from);
  const end = view.coordsAtPos(options.to, -1);
  const own = element.getBoundingClientRect();
  const left = Math.min(Math.max(0, start.left - layer.left), Math.max(0, layer.width - own.width));
  const above = start.top - layer.top - own.height - 6;
  element.style.left = `${Math.round(left)}px`;
  element.style.top = `${Math.round(start.top - own.height < 60 ? end.bottom - layer.top + 6 : above)}px`;
}
