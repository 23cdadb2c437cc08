import { history } from "prosemirror-history";
import { EditorState } from "prosemirror-state";
import type { Transaction } from "prosemirror-state";
import { io } from "socket.io-client";
import type { Socket } from "socket.io-client";
import { SCHEMA_VERSION } from "@chopin/protocol/document";
import type { OpenReply } from "@chopin/protocol/document";
import { schema } from "@chopin/document/schema";
import { collab } from "../app/editor/collab/collab.ts";
import { editorText } from "../app/editor/collab/editor-text.ts";
import { sparingOthers } from "../app/editor/plugins/spare-others.ts";
import { tableGrid } from "../app/editor/plugins/table-editing.ts";
import { createConnection } from "../app/live/connection.ts";
import type { Connection, SocketLike } from "../app/live/connection.ts";
import { openDocumentChannel } from "../app/live/document-channel.ts";
import type { DocumentChannel } from "../app/live/document-channel.ts";
import type { LiveFixture } from "../server/transports/live-fixture.ts";

/** A person's page without a screen, on a real connection. */
export class LivePage {
  state: EditorState;
  readonly #socket: Socket;
  readonly #connection: Connection;
  readonly #channel: DocumentChannel;

  /** Opens a document as a page does that was served by this server. */
  static async open(live: LiveFixture, guest: { token: string }, document: string): Promise<LivePage> {
    const socket = io(live.origin, {
      transports: ["websocket"],
      extraHeaders: { origin: live.origin, cookie: `chopin_login=${guest.token}` },
      reconnectionDelay: 300,
      forceNew: true,
    });
    await new Promise<void>((resolve) => socket.once("connect", resolve));
    const request = { document, schema: SCHEMA_VERSION };
    const served: OpenReply = await socket.emitWithAck("document:open", request);
    if (!served.ok || !("doc" in served.content)) throw new Error("the document did not open");
    return new LivePage(socket, document, { doc: served.content.doc, version: served.version });
  }

  private constructor(socket: Socket, document: string, served: { doc: unknown; version: number }) {
    this.#socket = socket;
    this.state = EditorState.create({
      doc: schema.nodeFromJSON(served.doc),
      plugins: [collab({ version: served.version }), history(), sparingOthers(), tableGrid()],
    });
    this.#connection = createConnection(socket as unknown as SocketLike);
    this.#channel = openDocumentChannel({ connection: this.#connection, document });
    this.#channel.attach(editorText(this));
  }

  dispatch = (tr: Transaction): void => {
    this.state = this.state.apply(tr);
  };

  /** Types at the end of a block. */
  type(text: string, block: number): void {
    const at = this.state.doc.children.slice(0, block + 1).reduce((sum, node) => sum + node.nodeSize, 0) - 1;
    this.dispatch(this.state.tr.insertText(text, at));
    this.#channel.edited();
  }

  get saved(): boolean {
    const { joined, saving } = this.#channel.getSnapshot();
    return joined && saving.kind === "saved";
  }

  get version(): number | null {
    return this.#channel.getSnapshot().version;
  }

  /** The network goes in the middle of whatever is on its way. */
  drop(): void {
    this.#socket.disconnect();
  }

  comeBack(): void {
    this.#socket.connect();
  }

  close(): void {
    this.#channel.close();
    this.#connection.close();
  }
}
