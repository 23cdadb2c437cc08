import type { PresentPerson } from "@chopin/protocol/document";
import { useEffect, useRef, useState } from "react";
import type { DocumentChannel } from "../live/document-channel.ts";
import type { LiveEditor } from "./live-editor.ts";
import { staticHtml } from "./static.ts";
import type { EditorWords } from "./words.ts";

export type EditorProps = {
  /** Null until the page has come to life. */
  channel: DocumentChannel | null;
  /** The document at `version` as ProseMirror JSON, as the page was first given it; later ones are not looked at. */
  doc: unknown;
  version: number;
  label: string;
  words: EditorWords;
  editable: boolean;
  people: readonly PresentPerson[];
  onNotice: (words: string) => void;
};

/**
 * The text of a document. The server writes it as plain HTML, readable without JavaScript and without a connection;
 * the live editor is loaded apart from the page and takes the place of that HTML in one step, without a shift.
 */
export function Editor({ channel, editable, people, ...given }: EditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const first = useRef(given);
  const [editor, setEditor] = useState<LiveEditor | null>(null);
  // In the browser what the server wrote stays untouched until the editor is there.
  const [html] = useState(() => (import.meta.env.SSR ? staticHtml(given.doc, given.words) : ""));

  useEffect(() => {
    const element = place.current;
    if (!channel || !element) return;
    const opened = openEditor({ channel, place: element, first: first.current, onReady: setEditor });
    return () => {
      setEditor(null);
      opened.close();
    };
  }, [channel]);
  useEffect(() => editor?.setEditable(editable), [editor, editable]);
  useEffect(() => editor?.setPeople(people), [editor, people]);

  const written = `<div class="editor"><div class="prose">${html}</div></div>`;
  return <div ref={place} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: written }} />;
}

type Opening = {
  channel: DocumentChannel;
  place: HTMLElement;
  first: Omit<EditorProps, "channel" | "editable" | "people">;
  onReady: (editor: LiveEditor) => void;
};

/** Loads the editor and lends its text to the channel. Closing before it has loaded means that nothing happens. */
function openEditor({ channel, place, first, onReady }: Opening): { close: () => void } {
  let closed = false;
  let end = () => {};
  const open = async () => {
    const { createEditor, editorText } = await load();
    if (closed) return;
    const editor = createEditor({
      ...first,
      place,
      editable: false,
      onEdited: () => channel.edited(),
      onSelection: (selection) => channel.report(selection),
    });
    const detach = channel.attach(editorText(editor.view));
    end = () => {
      detach();
      editor.destroy();
    };
    onReady(editor);
  };
  void open();
  return {
    close: () => {
      closed = true;
      end();
    },
  };
}

async function load() {
  const [{ createEditor }, { editorText }] = await Promise.all([
    import("./live-editor.ts"),
    import("./collab/editor-text.ts"),
    import("./editor.css"),
  ]);
  return { createEditor, editorText };
}
