import { schema } from "@chopin/document/schema";
import type { PresentPerson } from "@chopin/protocol/document";
import { dropCursor } from "prosemirror-dropcursor";
import { gapCursor } from "prosemirror-gapcursor";
import { EditorState, Selection } from "prosemirror-state";
import type { Plugin } from "prosemirror-state";
import { EditorView } from "prosemirror-view";
import { collab, remoteTransaction } from "./collab/collab.ts";
import { ownHistory } from "./collab/own-history.ts";
import { nodeType } from "./commands/blocks.ts";
import { applyHolding } from "./plugins/hold-view.ts";
import { markdownRules } from "./plugins/input-rules.ts";
import { editingKeys } from "./plugins/keys.ts";
import { leaving } from "./plugins/leave.ts";
import { linkClicks } from "./plugins/links.ts";
import { ownSelection } from "./plugins/own-selection.ts";
import type { OwnSelection } from "./plugins/own-selection.ts";
import { pasting } from "./plugins/paste.ts";
import { placeholder } from "./plugins/placeholder.ts";
import { withPeople } from "./plugins/remote-carets.ts";
import { remoteCursors } from "./plugins/remote-cursors.ts";
import { editLink, sourceFields } from "./plugins/source-fields.ts";
import { sparingOthers } from "./plugins/spare-others.ts";
import { tableControls } from "./plugins/table-controls.ts";
import { tableGrid } from "./plugins/table-editing.ts";
import { setStops } from "./views/render.ts";
import { nodeViews } from "./views/views.ts";
import type { EditorWords } from "./words.ts";

export type EditorOptions = {
  /** Becomes the editor's parent; whatever it holds (the static text) is taken out in the same moment. */
  place: HTMLElement;
  /** The document at `version`, as ProseMirror JSON. Throws when it does not fit the schema. */
  doc: unknown;
  version: number;
  /** Names the text for those who do not see it. */
  label: string;
  words: EditorWords;
  editable: boolean;
  /** This person, or a command of theirs, changed the text. */
  onEdited: () => void;
  onSelection: (selection: OwnSelection) => void;
  /** Something the person must be told, in words. */
  onNotice: (words: string) => void;
};

export type LiveEditor = {
  view: EditorView;
  setEditable(editable: boolean): void;
  setPeople(people: readonly PresentPerson[]): void;
  destroy(): void;
};

/** The live text. It neither knows the network nor React: a channel drives it through `editorText(view)`. */
export function createEditor(options: EditorOptions): LiveEditor {
  const doc = schema.nodeFromJSON(options.doc);
  doc.check();
  let editable = options.editable;
  const root = document.createElement("div");
  root.className = "editor";
  const view: EditorView = new EditorView(root, {
    state: EditorState.create({ doc, plugins: plugins(options) }),
    editable: () => editable,
    // Room for the bars that lie over the text's ends, on a phone above all.
    scrollThreshold: { top: 24, right: 0, bottom: 72, left: 0 },
    scrollMargin: { top: 32, right: 0, bottom: 88, left: 0 },
    nodeViews: nodeViews(options.words),
    attributes: () => attributes(options, editable),
    dispatchTransaction: (tr) => {
      applyHolding(view, tr);
      if (tr.docChanged && !remoteTransaction(tr)) options.onEdited();
    },
  });
  root.append(tail(view));
  const hadFocus = options.place.contains(document.activeElement);
  options.place.replaceChildren(root);
  if (hadFocus) view.focus();
  return {
    view,
    setEditable: (next) => {
      if (next === editable) return;
      editable = next;
      view.setProps({});
      setStops(view.dom, { editable });
      if (editable) invite(view);
    },
    setPeople: (people) => view.dispatch(withPeople(view.state.tr, people)),
    destroy: () => {
      view.destroy();
      root.remove();
    },
  };
}

/** The first that handles a key has it: others' work first, then leaving, rules, keys, and the table's own mouse last. */
function plugins({ version, words, onSelection, onNotice }: EditorOptions): Plugin[] {
  return [
    collab({ version }),
    leaving(),
    markdownRules(),
    sourceFields(words),
    tableControls(words),
    ...editingKeys({ editLink: editLink(words) }),
    ownHistory(),
    sparingOthers(),
    pasting({ words, onNotice }),
    linkClicks(),
    placeholder(words),
    remoteCursors(),
    ownSelection(onSelection),
    dropCursor({ color: "var(--accent)", width: 2 }),
    gapCursor(),
    tableGrid(),
  ];
}

function attributes({ label, words }: EditorOptions, editable: boolean): Record<string, string> {
  return {
    class: "prose",
    role: "textbox",
    "aria-multiline": "true",
    "aria-label": label,
    "aria-readonly": String(!editable),
    ...(editable ? { "aria-description": words.leaveHint } : { tabindex: "0" }),
  };
}

/** A new document is there to be written: the caret is in it, unless that would open a keyboard on the screen. */
function invite(view: EditorView): void {
  const { doc } = view.state;
  const empty = doc.childCount === 1 && doc.firstChild?.isTextblock && doc.content.size === 2;
  const free = document.activeElement === document.body;
  if (empty && free && matchMedia("(pointer: fine)").matches) view.focus();
}

/** The room below the last block: a press there goes on writing, in a new paragraph where the last block is another. */
function tail(view: EditorView): HTMLElement {
  const made = document.createElement("div");
  made.className = "editor-tail";
  made.addEventListener("mousedown", (event) => {
    if (!view.editable || event.button !== 0) return;
    event.preventDefault();
    const { doc } = view.state;
    const tr = view.state.tr;
    if (doc.lastChild?.type.name !== "paragraph") tr.insert(doc.content.size, nodeType("paragraph").create());
    view.dispatch(tr.setSelection(Selection.atEnd(tr.doc)).scrollIntoView());
    view.focus();
  });
  return made;
}
