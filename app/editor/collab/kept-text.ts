import { Node } from "prosemirror-model";
import { EditorState } from "prosemirror-state";
import type { Transaction } from "prosemirror-state";
import { Step, Transform } from "prosemirror-transform";
import { schema } from "@chopin/document/schema";
import type { DocumentText, UnsavedText } from "../../live/document-text.ts";
import { collab } from "./collab.ts";
import type { CollabState } from "./collab.ts";
import { editorText } from "./editor-text.ts";
import type { Unconfirmed } from "./rebase.ts";

/**
 * An editor without a screen: the document as JSON at the version of the unsaved text, and that text on top. Throws when
 * they do not fit together.
 */
export function keptText(json: unknown, unsaved: UnsavedText): DocumentText {
  const transform = new Transform(Node.fromJSON(schema, json));
  const unconfirmed = unsaved.steps.map(({ step: plain, ...rest }): Unconfirmed => {
    const step = Step.fromJSON(schema, plain);
    const inverted = step.invert(transform.doc);
    transform.step(step);
    return { ...rest, step, inverted };
  });
  transform.doc.check();
  const { version, inFlight } = unsaved;
  const began: Partial<CollabState> = {
    unconfirmed,
    inFlight: inFlight && { ...inFlight, base: version },
  };
  const editor = {
    state: EditorState.create({ doc: transform.doc, plugins: [collab({ version, ...began })] }),
    dispatch: (tr: Transaction) => {
      editor.state = editor.state.apply(tr);
    },
  };
  return editorText(editor);
}
