import { Plugin } from "prosemirror-state";
import type { Command } from "prosemirror-state";
import { isInTable } from "prosemirror-tables";
import type { EditorView } from "prosemirror-view";
import * as tables from "../commands/tables.ts";
import { button } from "../views/button.ts";
import type { Icon } from "../views/button.ts";
import type { EditorWords } from "../words.ts";
import { layerOf } from "./layer.ts";

/**
 * Buttons above the table the caret is in. Alt-F10 goes to them from the text, arrows walk them, Escape goes back.
 * They are taken away where they would do nothing, as on the header row.
 */
export function tableControls(words: EditorWords): Plugin {
  let bar: TableBar | null = null;
  return new Plugin({
    view: (view) => {
      bar = new TableBar(view, words);
      return bar;
    },
    props: {
      handleKeyDown: (_view, event) => event.altKey && event.key === "F10" && (bar?.focus() ?? false),
      handleDOMEvents: {
        focus: (view) => {
          bar?.update(view);
          return false;
        },
        blur: (view) => {
          // The focus may be on its way to the bar itself.
          requestAnimationFrame(() => view.isDestroyed || bar?.update(view));
          return false;
        },
      },
    },
  });
}

class TableBar {
  #view: EditorView;
  #bar = document.createElement("div");
  #commands = new Map<HTMLButtonElement, Command>();

  constructor(view: EditorView, words: EditorWords) {
    this.#view = view;
    this.#bar.className = "ed-pop table-bar";
    this.#bar.setAttribute("role", "toolbar");
    this.#bar.setAttribute("aria-label", words.tableTools);
    this.#add("rowAbove", words.rowAbove, tables.rowAbove);
    this.#add("rowBelow", words.rowBelow, tables.rowBelow);
    this.#add("rowDelete", words.rowDelete, tables.rowDelete);
    this.#bar.append(document.createElement("hr"));
    this.#add("columnBefore", words.columnBefore, tables.columnBefore);
    this.#add("columnAfter", words.columnAfter, tables.columnAfter);
    this.#add("columnDelete", words.columnDelete, tables.columnDelete);
    this.#bar.append(document.createElement("hr"));
    this.#add("trash", words.tableDelete, tables.tableDelete);
    // A press must not take the focus, and with it the selected cells, from the text.
    this.#bar.addEventListener("mousedown", (event) => event.preventDefault());
    this.#bar.addEventListener("keydown", (event) => this.#key(event));
  }

  update(view: EditorView): void {
    const here =
      view.editable &&
      isInTable(view.state) &&
      (view.hasFocus() || this.#bar.contains(document.activeElement));
    if (!here) {
      this.#bar.remove();
      return;
    }
    for (const [each, command] of this.#commands) each.hidden = !command(view.state);
    if (!this.#bar.isConnected) layerOf(view).append(this.#bar);
    this.#place();
  }

  focus(): boolean {
    if (!this.#bar.isConnected) return false;
    this.#buttons()[0]?.focus();
    return true;
  }

  destroy(): void {
    this.#bar.remove();
  }

  #add(icon: Icon, label: string, command: Command): void {
    const made = button({ icon, label });
    made.tabIndex = -1;
    made.addEventListener("click", () => {
      const byKey = document.activeElement === made;
      command(this.#view.state, this.#view.dispatch, this.#view);
      if (!byKey || made.hidden || !this.#bar.isConnected) this.#view.focus();
    });
    this.#commands.set(made, command);
    this.#bar.append(made);
  }

  #buttons(): HTMLButtonElement[] {
    return [...this.#commands.keys()].filter((each) => !each.hidden);
  }

  #key(event: KeyboardEvent): void {
    const all = this.#buttons();
    const at = all.findIndex((each) => each === document.activeElement);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (to !== undefined) all.at(to % all.length)?.focus();
    else if (event.key === "Escape" || event.key === "Tab") this.#view.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Above the table, at its end, where a heading rarely reaches. */
  #place(): void {
    const { node } = this.#view.domAtPos(this.#view.state.selection.from);
    const table = (node instanceof Element ? node : node.parentElement)?.closest(".prose-table");
    if (!table) return;
    const layer = layerOf(this.#view).getBoundingClientRect();
    const box = table.getBoundingClientRect();
    const own = this.#bar.getBoundingClientRect();
    this.#bar.style.left = `${Math.max(0, Math.round(box.right - layer.left - own.width))}px`;
    this.#bar.style.top = `${Math.round(box.top - layer.top - own.height - 4)}px`;
  }
}
