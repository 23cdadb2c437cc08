import type { EditorView } from "prosemirror-view";
import { button, textButton } from "../views/button.ts";
import type { EditorWords } from "../words.ts";
import { layerOf, placeAt } from "./layer.ts";

export type Field = {
  /** The place in the text the field is about. */
  from: number;
  to: number;
  label: string;
  value: string;
  /** Takes what was written; a string says why it is refused, and the field stays. */
  apply: (value: string) => string | null;
  /** Takes the thing away, where that makes sense. */
  remove?: { label: string; run: () => void };
  open?: { label: string; run: (value: string) => void };
};

/**
 * A field that floats at a place of the text: the address of a link, the source of a formula. Enter applies, Escape
 * closes; both give the focus back to the text. A change of the text underneath closes it.
 */
export function openField(view: EditorView, words: EditorWords, field: Field): () => void {
  const form = document.createElement("form");
  form.className = "ed-pop";
  form.setAttribute("role", "dialog");
  form.setAttribute("aria-label", field.label);
  const input = document.createElement("input");
  input.value = field.value;
  input.spellcheck = false;
  input.autocapitalize = "off";
  input.placeholder = field.label;
  input.setAttribute("aria-label", field.label);
  const error = document.createElement("div");
  error.className = "error";
  error.setAttribute("role", "alert");
  const submit = textButton(words.linkApply);
  submit.type = "submit";
  form.append(input, submit, ...extras(field, input, () => close({ refocus: true })));

  const close = (options: { refocus: boolean }) => {
    document.removeEventListener("pointerdown", outside, true);
    globalThis.CSS.highlights?.delete("field");
    form.remove();
    if (options.refocus && !view.isDestroyed) view.focus();
  };
  const outside = (event: Event) => {
    if (event.target instanceof Node && !form.contains(event.target)) close({ refocus: false });
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const refused = field.apply(input.value);
    if (refused === null) return close({ refocus: true });
    error.textContent = refused;
    form.append(error);
    // It has grown, and must not cover what it is about.
    placeAt(view, { element: form, from: field.from, to: field.to });
    input.setAttribute("aria-invalid", "true");
  });
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    close({ refocus: true });
  });
  document.addEventListener("pointerdown", outside, true);
  layerOf(view).append(form);
  highlight(view, field);
  placeAt(view, { element: form, from: field.from, to: field.to });
  input.focus({ preventScroll: true });
  input.select();
  return () => close({ refocus: false });
}

/** Keeps what the field is about in sight. A browser without highlights (older than 2025) shows none. */
function highlight(view: EditorView, { from, to }: Field): void {
  if (from === to || !globalThis.CSS.highlights) return;
  const [start, end] = [view.domAtPos(from, 1), view.domAtPos(to, -1)];
  const range = new StaticRange({
    startContainer: start.node,
    startOffset: start.offset,
    endContainer: end.node,
    endOffset: end.offset,
  });
  globalThis.CSS.highlights.set("field", new Highlight(range));
}

function extras(field: Field, input: HTMLInputElement, done: () => void): HTMLElement[] {
  const made: HTMLElement[] = [];
  const { open, remove } = field;
  if (open) {
    const opener = button({ icon: "open", label: open.label });
    opener.addEventListener("click", () => open.run(input.value));
    made.push(opener);
  }
  if (remove) {
    const remover = button({ icon: "unlink", label: remove.label });
    remover.addEventListener("click", () => {
      remove.run();
      done();
    });
    made.push(remover);
  }
  return made;
}
