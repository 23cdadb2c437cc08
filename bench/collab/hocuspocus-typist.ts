import { once } from "node:events";
import * as decoding from "lib0/decoding";
import * as encoding from "lib0/encoding";
import { WebSocket } from "ws";
import { readSyncMessage, writeSyncStep1, writeUpdate } from "y-protocols/sync";
import * as Y from "yjs";
import type { Ledger } from "./ledger.ts";
import type { Typist } from "./side.ts";

/** Kinds of messages of Hocuspocus, and its answer to a login. */
const [SYNC, AUTH, SYNC_REPLY, SYNC_STATUS, PING, PONG] = [0, 2, 4, 8, 9, 10];
const TOKEN = 0;

/**
 * Sends each change at once, as the peer's own client does, and takes the server's SyncStatus for the
 * acknowledgement. A typist that is not full passes over what the others do until the end.
 */
export class HocuspocusTypist implements Typist {
  readonly document: number;
  readonly #socket: WebSocket;
  readonly #name: string;
  readonly #doc = new Y.Doc();
  readonly #place: { index: number; paragraph: number; full: boolean; ledger: Ledger };
  /** Letters by the updates that wait for their SyncStatus, which come in order. */
  readonly #waiting: (string | null)[] = [];
  #own: Y.XmlText | null = null;
  /** Whether what comes is applied. */
  #applying = true;
  #synced: () => void = () => undefined;

  static async join(
    port: number,
    document: { number: number; name: string },
    place: { index: number; paragraph: number; full: boolean; ledger: Ledger },
  ): Promise<HocuspocusTypist> {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/`, { perMessageDeflate: false });
    await once(socket, "open");
    const typist = new HocuspocusTypist(socket, document, place);
    await typist.#enter();
    return typist;
  }

  private constructor(
    socket: WebSocket,
    document: { number: number; name: string },
    place: { index: number; paragraph: number; full: boolean; ledger: Ledger },
  ) {
    this.#socket = socket;
    this.#name = document.name;
    this.document = document.number;
    this.#place = place;
    socket.on("message", (bytes: Buffer) => this.#take(bytes));
    this.#doc.on("update", (update: Uint8Array, origin: unknown) => {
      if (origin !== "typed") return;
      this.#send(SYNC, (encoder) => writeUpdate(encoder, update));
    });
  }

  type(letter: string): void {
    this.#place.ledger.typed(letter, this.#place.index);
    this.#waiting.push(letter);
    this.#doc.transact(() => this.#own?.insert(this.#own.length, letter), "typed");
  }

  idle(): boolean {
    return this.#waiting.length === 0;
  }

  async text(): Promise<string> {
    this.#applying = true;
    await this.#sync();
    return yTextOf(this.#doc);
  }

  get shown(): string {
    return yTextOf(this.#doc);
  }

  close(): void {
    this.#socket.close();
  }

  async #enter(): Promise<void> {
    this.#send(AUTH, (encoder) => {
      encoding.writeVarUint(encoder, TOKEN);
      encoding.writeVarString(encoder, "");
    });
    await this.#sync();
    const fragment = this.#doc.getXmlFragment("prosemirror");
    this.#own = (fragment.get(this.#place.paragraph) as Y.XmlElement).get(0) as Y.XmlText;
    this.#applying = this.#place.full;
    if (this.#place.full)
      fragment.observeDeep((events) => {
        for (const { changes } of events)
          for (const { insert } of changes.delta)
            if (typeof insert === "string") this.#place.ledger.seen(insert, this.#place.index);
      });
  }

  /** Asks for everything this document lacks and waits until it came. */
  async #sync(): Promise<void> {
    const synced = new Promise<void>((resolve) => (this.#synced = resolve));
    this.#send(SYNC, (encoder) => writeSyncStep1(encoder, this.#doc));
    await synced;
  }

  #send(kind: number, write: (encoder: encoding.Encoder) => void): void {
    const encoder = encoding.createEncoder();
    encoding.writeVarString(encoder, this.#name);
    encoding.writeVarUint(encoder, kind);
    write(encoder);
    this.#socket.send(encoding.toUint8Array(encoder));
  }

  #take(bytes: Buffer): void {
    const decoder = decoding.createDecoder(bytes);
    decoding.readVarString(decoder);
    const kind = decoding.readVarUint(decoder);
    if (kind === SYNC_STATUS) {
      const letter = this.#waiting.shift();
      if (letter) this.#place.ledger.acknowledge([letter]);
    } else if (kind === PING) {
      this.#send(PONG, () => undefined);
    } else if (kind === SYNC || kind === SYNC_REPLY) {
      const asked = decoding.peekVarUint(decoder);
      if (asked === STEP_1) this.#waiting.push(null);
      else if (!this.#applying) return;
      const answer = encoding.createEncoder();
      encoding.writeVarString(answer, this.#name);
      encoding.writeVarUint(answer, SYNC);
      const plain = encoding.length(answer);
      readSyncMessage(decoder, answer, this.#doc, "received");
      if (encoding.length(answer) > plain) this.#socket.send(encoding.toUint8Array(answer));
      if (asked === STEP_2) this.#synced();
    }
  }
}

/** Kinds of sync messages of y-protocols. */
const [STEP_1, STEP_2] = [0, 1];

/** The paragraphs of a shared document, one a line. */
export function yTextOf(doc: Y.Doc): string {
  return doc
    .getXmlFragment("prosemirror")
    .toArray()
    .map((block) => (block as Y.XmlElement).toArray().join(""))
    .join("\n");
}
