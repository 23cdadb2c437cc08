import { MAX_SOURCE_BYTES } from "@chopin/protocol/document";
import type { Slice } from "prosemirror-model";
import { Plugin, PluginKey, TextSelection } from "prosemirror-state";
import type { SelectionBookmark } from "prosemirror-state";
import { handlePaste as handleCells, isInTable } from "prosemirror-tables";
import type { EditorView } from "prosemirror-view";
import { safeAddress } from "../address.ts";
import { inCode } from "../commands/code.ts";
import { setLink } from "../commands/marks.ts";
import { evenRows } from "../commands/tables.ts";
import { cleanHtml } from "../paste/clean-html.ts";
import { dressesPlainText, editorLanguage, looksLikeMarkdown } from "../paste/recognise.ts";
import {
  cellSlice,
  codeSlice,
  insertSlice,
  markdownSlice,
  plainSlice,
  replaceEmpty,
  withSafeLinks,
} from "../paste/slices.ts";
import type { EditorWords } from "../words.ts";

/** HTML says the same as its text in several times the bytes; more than this is not read at all. */
const LONGEST_HTML = 8 * MAX_SOURCE_BYTES;

const waitingKey = new PluginKey<SelectionBookmark | null>("chopin-paste");

/**
 * Paste that fits the document: Markdown becomes what it means, HTML is cleaned to the schema, plain text keeps its
 * lines, code stays code; Shift pastes text as it is. What cannot fit a document is refused before anything changes.
 */
export function pasting(options: { words: EditorWords; onNotice: (words: string) => void }): Plugin {
  let asPlain = false;
  return new Plugin<SelectionBookmark | null>({
    key: waitingKey,
    // Where the paste goes that waits for the Markdown parser to be loaded; edits meanwhile move it.
    state: {
      init: () => null,
      apply: (tr, waiting) => {
        const set: { at: SelectionBookmark | null } | undefined = tr.getMeta(waitingKey);
        return set ? set.at : (waiting?.map(tr.mapping) ?? null);
      },
    },
    props: {
      transformPastedHTML: (html) => (html.length > LONGEST_HTML ? "" : cleanHtml(html)),
      transformPasted: withSafeLinks,
      clipboardTextParser: (text, _context, plain) => {
        asPlain = plain;
        return plainSlice(text);
      },
      handlePaste: (view, event, slice) => {
        const plain = asPlain;
        asPlain = false;
        const data = event.clipboardData;
        const text = data?.getData("text/plain") ?? "";
        const html = data?.getData("text/html") ?? "";
        if (text.length > MAX_SOURCE_BYTES || html.length > LONGEST_HTML) {
          options.onNotice(options.words.pasteTooLarge);
          return true;
        }
        if (inCode(view.state)) return false;
        if (plain) return insert(view, plainSlice(text));
        if (linkSelection(view, text)) return true;
        const language = editorLanguage(data?.getData("vscode-editor-data") ?? "");
        if (language !== null && language !== "markdown" && language !== "plaintext")
          return insert(view, codeSlice(text, language));
        const fromText =
          language !== null || html === "" || (!html.includes("data-pm-slice") && dressesPlainText(html));
        if (fromText && looksLikeMarkdown(text)) {
          void insertMarkdown(view, text);
          return true;
        }
        return insert(view, language === null ? slice : plainSlice(text));
      },
    },
  });
}

/** Pastes Markdown once its parser is here; loaded with the first such paste only. */
async function insertMarkdown(view: EditorView, text: string): Promise<void> {
  view.dispatch(view.state.tr.setMeta(waitingKey, { at: view.state.selection.getBookmark() }));
  const slice = await parsed(view, text);
  if (view.isDestroyed) return;
  const at = waitingKey.getState(view.state);
  const tr = view.state.tr.setMeta(waitingKey, { at: null });
  view.dispatch(at ? tr.setSelection(at.resolve(view.state.doc)) : tr);
  insert(view, slice);
}

async function parsed(view: EditorView, text: string): Promise<Slice> {
  try {
    const { parseMarkdown } = await import("@chopin/document/markdown");
    return withSafeLinks(markdownSlice(parseMarkdown(text), view.state.doc));
  } catch {
    // Nested deeper than a document may be, or the parser could not be fetched: the text itself is not lost.
    return plainSlice(text);
  }
}

/** An address pasted over selected text links it. */
function linkSelection(view: EditorView, text: string): boolean {
  const { selection } = view.state;
  if (selection.empty || !(selection instanceof TextSelection) || !/^https?:\/\/\S+$/i.test(text.trim()))
    return false;
  if (!selection.$from.sameParent(selection.$to)) return false;
  const href = safeAddress(text);
  return href !== null && setLink({ href })(view.state, view.dispatch);
}

function insert(view: EditorView, given: Slice): boolean {
  const inTable = isInTable(view.state);
  const even = inTable ? evenRows(view.state) : null;
  if (even) view.dispatch(even);
  // Cells into cells is what prosemirror-tables does.
  if (inTable && handleCells(view, new ClipboardEvent("paste"), given)) return true;
  const slice = inTable ? cellSlice(given) : given;
  const tr = replaceEmpty(view.state, slice) ?? insertSlice(view.state, slice);
  view.dispatch(tr.setMeta("paste", true).setMeta("uiEvent", "paste").scrollIntoView());
  return true;
}
