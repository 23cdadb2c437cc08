import type { EditorView } from "prosemirror-view";
import type { RemoteCaret } from "../plugins/remote-carets.ts";
import { layerOf } from "../plugins/layer.ts";

/** A name fades when its caret has rested this long. */
const REST_MS = 2_000;
/** The pointer is at a caret within this many pixels. */
const NEAR_PX = 8;
/** Selections longer than this are drawn as a caret only: measuring every line of them costs a frame. */
const LONGEST_SELECTION = 20_000;

type Flag = { element: HTMLElement; at: string; timer: ReturnType<typeof setTimeout> | undefined };

/**
 * Draws carets over the text, once a frame and after everything that changed the text, so that measuring costs no
 * second layout. Measured anew when the text's size changes or something in it scrolls.
 */
export class CaretLayer {
  #view: EditorView;
  #layer = document.createElement("div");
  #flags = new Map<string, Flag>();
  #carets: readonly RemoteCaret[] = [];
  #frame = 0;
  #resized = new ResizeObserver(() => this.#draw());
  #listening = new AbortController();

  constructor(view: EditorView) {
    this.#view = view;
    this.#layer.className = "rc-layer";
    this.#layer.setAttribute("aria-hidden", "true");
    this.#resized.observe(view.dom);
    const { signal } = this.#listening;
    view.dom.addEventListener("scroll", () => this.#draw(), { capture: true, passive: true, signal });
    view.dom.addEventListener("mousemove", (event) => this.#near(event), { passive: true, signal });
  }

  show(carets: readonly RemoteCaret[]): void {
    this.#carets = carets;
    this.#draw();
  }

  destroy(): void {
    cancelAnimationFrame(this.#frame);
    this.#listening.abort();
    this.#resized.disconnect();
    for (const { timer } of this.#flags.values()) clearTimeout(timer);
    this.#layer.remove();
  }

  #draw(): void {
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      if (this.#view.isDestroyed) return;
      if (!this.#layer.isConnected) layerOf(this.#view).append(this.#layer);
      const origin = this.#layer.getBoundingClientRect();
      const drawn = this.#carets.map((caret) => ({ caret, ...measure(this.#view, caret, origin) }));
      this.#drop(new Set(this.#carets.map(({ tab }) => tab)));
      this.#layer.querySelectorAll(".rs").forEach((old) => old.remove());
      for (const { caret, lines, at } of drawn) {
        const colour = `var(--presence-${caret.colour})`;
        for (const line of lines) this.#layer.prepend(stripe(line, colour));
        if (at) this.#place(caret, at, { colour, width: origin.width });
      }
    });
  }

  #place(caret: RemoteCaret, at: Box, look: { colour: string; width: number }): void {
    const flag = this.#flags.get(caret.tab) ?? this.#raise(caret);
    const { element } = flag;
    const where = `translate(${at.left}px, ${at.top}px)`;
    const name = element.firstElementChild;
    if (name && name.textContent !== caret.name) name.textContent = caret.name;
    element.style.setProperty("--who", look.colour);
    element.style.height = `${at.height}px`;
    element.style.transform = where;
    if (flag.at === `${caret.reported.version}:${caret.head}`) return;
    flag.at = `${caret.reported.version}:${caret.head}`;
    element.classList.toggle("flip", at.left + (name?.getBoundingClientRect().width ?? 0) > look.width);
    element.classList.remove("rest");
    clearTimeout(flag.timer);
    flag.timer = setTimeout(() => element.classList.add("rest"), REST_MS);
  }

  #raise(caret: RemoteCaret): Flag {
    const element = document.createElement("span");
    element.className = "rc";
    element.dataset.person = caret.person;
    element.append(document.createElement("b"));
    this.#layer.append(element);
    const flag: Flag = { element, at: "", timer: undefined };
    this.#flags.set(caret.tab, flag);
    return flag;
  }

  #drop(kept: ReadonlySet<string>): void {
    for (const [tab, { element, timer }] of this.#flags) {
      if (kept.has(tab)) continue;
      clearTimeout(timer);
      element.remove();
      this.#flags.delete(tab);
    }
  }

  /** The layer lets every press through to the text, so what the pointer is at is found by distance. */
  #near(event: MouseEvent): void {
    for (const { element } of this.#flags.values()) {
      const box = element.getBoundingClientRect();
      const near =
        Math.abs(event.clientX - box.left) <= NEAR_PX &&
        event.clientY >= box.top - NEAR_PX &&
        event.clientY <= box.bottom + NEAR_PX;
      element.classList.toggle("near", near);
    }
  }
}

type Box = { left: number; top: number; width: number; height: number };

function measure(view: EditorView, caret: RemoteCaret, origin: DOMRect): { at: Box | null; lines: Box[] } {
  const end = view.state.doc.content.size;
  if (caret.head > end || caret.anchor > end) return { at: null, lines: [] };
  const { left, top, bottom } = view.coordsAtPos(caret.head);
  const at = { left: left - origin.left, top: top - origin.top, width: 0, height: bottom - top };
  return { at, lines: caret.anchor === caret.head ? [] : selectedLines(view, caret, origin) };
}

function selectedLines(view: EditorView, caret: RemoteCaret, origin: DOMRect): Box[] {
  const from = Math.min(caret.anchor, caret.head);
  const to = Math.max(caret.anchor, caret.head);
  if (to - from > LONGEST_SELECTION) return [];
  const range = document.createRange();
  const start = view.domAtPos(from);
  const end = view.domAtPos(to);
  range.setStart(start.node, start.offset);
  range.setEnd(end.node, end.offset);
  const boxes: Box[] = [];
  for (const rect of textRects(range)) {
    const box = {
      left: rect.left - origin.left,
      top: rect.top - origin.top,
      width: rect.width,
      height: rect.height,
    };
    const last = boxes.at(-1);
    // Marks cut a line into several boxes; one stripe shows no seams.
    if (last && Math.abs(last.top - box.top) < 4 && box.left - (last.left + last.width) < 12)
      last.width = box.left + box.width - last.left;
    else boxes.push(box);
  }
  return boxes;
}

/** The boxes of text only: a range's own boxes contain whole blocks as well. */
function* textRects(range: Range): Generator<DOMRect> {
  const walker = document.createTreeWalker(range.commonAncestorContainer, NodeFilter.SHOW_TEXT);
  const part = document.createRange();
  for (let node: Node | null = walker.currentNode; node; node = walker.nextNode()) {
    if (node.nodeType !== Node.TEXT_NODE || !range.intersectsNode(node)) continue;
    part.selectNodeContents(node);
    if (node === range.startContainer) part.setStart(node, range.startOffset);
    if (node === range.endContainer) part.setEnd(node, range.endOffset);
    for (const rect of part.getClientRects()) if (rect.width > 0) yield rect;
  }
}

function stripe(box: Box, colour: string): HTMLElement {
  const made = document.createElement("span");
  made.className = "rs";
  made.style.setProperty("--who", colour);
  made.style.transform = `translate(${box.left}px, ${box.top}px)`;
  made.style.width = `${box.width}px`;
  made.style.height = `${box.height}px`;
  return made;
}
