import { randomUUID } from "node:crypto";
import { Node } from "prosemirror-model";
import { EditorState } from "prosemirror-state";
import type { Transaction } from "prosemirror-state";
import { io } from "socket.io-client";
import type { Socket } from "socket.io-client";
import { schema } from "@chopin/document/schema";
import { collab, collabState } from "../app/editor/collab/collab.ts";
import { editorText } from "../app/editor/collab/editor-text.ts";
import { ownHistory } from "../app/editor/collab/own-history.ts";
import { sparingOthers } from "../app/editor/plugins/spare-others.ts";
import { tableGrid } from "../app/editor/plugins/table-editing.ts";
import { createConnection } from "../app/live/connection.ts";
import type { Connection, SocketLike } from "../app/live/connection.ts";
import { openDocumentChannel } from "../app/live/document-channel.ts";
import type { DocumentChannel } from "../app/live/document-channel.ts";

/** A person's page without a screen, on a real socket: a real editor state and the page's own channel. */
export class LivePage {
  state: EditorState;
  readonly channel: DocumentChannel;
  readonly #socket: Socket;
  readonly #connection: Connection;
  readonly #token: string;

  constructor(at: { origin: string; token: string; document: string; doc: unknown; version: number }) {
    this.#token = at.token;
    this.state = EditorState.create({
      doc: Node.fromJSON(schema, at.doc),
      plugins: [collab({ version: at.version }), ownHistory(), sparingOthers(), tableGrid()],
    });
    this.#socket = io(at.origin, {
      transports: ["websocket"],
      extraHeaders: this.#headers(at.origin),
      forceNew: true,
      reconnectionDelay: 100,
      reconnectionDelayMax: 500,
    });
    this.#connection = createConnection(this.#socket as unknown as SocketLike);
    this.channel = openDocumentChannel({
      connection: this.#connection,
      document: at.document,
      newId: randomUUID,
    });
    this.channel.attach(editorText(this));
  }

  get version(): number {
    return collabState(this.state).version;
  }

  /** Whether everything of this page is stored. */
  get saved(): boolean {
    return this.channel.getSnapshot().saving.kind === "saved";
  }

  dispatch = (tr: Transaction): void => {
    this.state = this.state.apply(tr);
  };

  /** A change of this person's own. */
  edit = (tr: Transaction): void => {
    this.state = this.state.apply(tr);
    if (tr.docChanged) this.channel.edited();
  };

  /** Types at the end of a block. */
  type(text: string, block: number): void {
    const at = this.state.doc.children.slice(0, block + 1).reduce((sum, node) => sum + node.nodeSize, 0) - 1;
    this.edit(this.state.tr.insertText(text, at));
  }

  /** The network goes in the middle of whatever is on its way. */
  drop(): void {
    this.#socket.disconnect();
  }

  comeBack(): void {
    this.#socket.connect();
  }

  /** Reconnects to another process, as a proxy does with whoever was with one that is gone. */
  moveTo(origin: string): void {
    const manager = this.#socket.io as unknown as { uri: string; opts: { extraHeaders: object } };
    manager.uri = origin;
    manager.opts.extraHeaders = this.#headers(origin);
  }

  close(): void {
    this.channel.close();
    this.#connection.close();
  }

  #headers(origin: string): Record<string, string> {
    return { origin, cookie: `chopin_login=${this.#token}` };
  }
}
