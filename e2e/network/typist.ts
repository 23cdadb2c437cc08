import { EditorState } from "prosemirror-state";
import type { Transaction } from "prosemirror-state";
import { Node } from "prosemirror-model";
import { schema } from "@chopin/document/schema";
import { collab } from "../../app/editor/collab/collab.ts";
import { editorText } from "../../app/editor/collab/editor-text.ts";
import { ownHistory } from "../../app/editor/collab/own-history.ts";
import { sparingOthers } from "../../app/editor/plugins/spare-others.ts";
import { connect } from "../../app/live/connection.ts";
import type { Connection } from "../../app/live/connection.ts";
import { openDocumentChannel } from "../../app/live/document-channel.ts";
import type { DocumentChannel } from "../../app/live/document-channel.ts";

/** A page without a screen over a real network: the page's own connection and channel, and an editor's state. */
export class Typist {
  state: EditorState;
  readonly connection: Connection;
  readonly channel: DocumentChannel;
  /** Every pair of states there was, of the connection and of saving, in order. */
  readonly seen: { status: string; saving: string }[] = [];

  constructor(given: { address: string; token: string; document: string; doc: unknown; version: number }) {
    this.state = EditorState.create({
      doc: Node.fromJSON(schema, given.doc),
      plugins: [collab({ version: given.version }), ownHistory(), sparingOthers()],
    });
    const headers = { origin: given.address, cookie: `chopin_login=${given.token}` };
    this.connection = connect({ address: given.address, headers });
    this.channel = openDocumentChannel({ connection: this.connection, document: given.document });
    this.channel.attach(editorText(this));
    const note = () => void this.seen.push({ status: this.status, saving: this.saving });
    this.connection.subscribe(note);
    this.channel.subscribe(note);
  }

  get status(): string {
    return this.connection.getSnapshot();
  }

  get saving(): string {
    return this.channel.getSnapshot().saving.kind;
  }

  get joined(): boolean {
    return this.channel.getSnapshot().joined;
  }

  get text(): string {
    return this.state.doc.textBetween(0, this.state.doc.content.size, "|");
  }

  dispatch = (tr: Transaction): void => {
    this.state = this.state.apply(tr);
  };

  /** Writes at the end of the first block. */
  type(text: string): void {
    const end = (this.state.doc.firstChild?.nodeSize ?? 2) - 1;
    this.state = this.state.apply(this.state.tr.insertText(text, end));
    this.channel.edited();
  }

  close(): void {
    this.channel.close();
    this.connection.close();
  }
}
