import { SCHEMA_VERSION } from "@chopin/protocol/document";
import type { OpenReply } from "@chopin/protocol/document";
import type { Backoff } from "./backoff.ts";
import type { Connection } from "./connection.ts";
import type { DocumentText } from "./document-text.ts";

type Opened = Extract<OpenReply, { ok: true }>;
type Refused = Extract<OpenReply, { ok: false }>;

export type JoiningChannel = {
  connection: Connection;
  document: string;
  backoff(): Backoff;
  /** The text to join with; null while there is none, or once the channel is closed. */
  text(): DocumentText | null;
  /** An answer came: what was asked of the document before is not answered any more. */
  answered(): void;
  entered(text: DocumentText, reply: Opened): void;
  /** Says whether it is worth trying again. */
  turnedAway(reply: Refused): boolean;
};

/** Opens the document on the server, again whenever that has to be done again: by version, or as a whole. */
export class Joining {
  readonly #channel: JoiningChannel;
  readonly #retry: Backoff;
  /** Raised with every opening; answers to what an earlier one asked are of no interest. */
  #session = 0;
  #opening = false;
  #joined = false;
  /** The text may not be what its version says. Stays through lost connections, until the whole document came. */
  #distrusted = false;

  constructor(channel: JoiningChannel) {
    this.#channel = channel;
    this.#retry = channel.backoff();
  }

  get joined(): boolean {
    return this.#joined;
  }

  /** Whether only the whole document helps. */
  get distrusted(): boolean {
    return this.#distrusted;
  }

  /** Attempts that failed one after another. */
  get failures(): number {
    return this.#retry.failures;
  }

  /** Joins, with what is missed since; or with the whole document, until one could be taken. */
  async open(): Promise<void> {
    const { connection, document } = this.#channel;
    const text = this.#channel.text();
    if (!text || this.#opening || connection.getSnapshot() !== "online") return;
    this.#opening = true;
    const session = ++this.#session;
    const since = this.#distrusted ? {} : { since: text.version() };
    const reply = await connection
      .request("document:open", { document, schema: SCHEMA_VERSION, ...since })
      .catch((): OpenReply => ({ ok: false, reason: "unavailable" }));
    if (session !== this.#session) return;
    this.#opening = false;
    this.#channel.answered();
    if (!reply.ok) {
      if (this.#channel.turnedAway(reply)) this.#retry.again(() => void this.open());
      return;
    }
    this.#joined = true;
    this.#retry.reset();
    this.#channel.entered(text, reply);
  }

  /** The document is not open to this page any more: the connection went, or the right to read. */
  leave(): void {
    this.#session++;
    this.#joined = false;
    this.#opening = false;
    this.#retry.reset();
  }

  /** The text went wrong: nothing counts until the whole document came. */
  distrust(): void {
    this.#joined = false;
    this.#opening = false;
    this.#distrusted = true;
    this.#retry.again(() => void this.open());
  }

  /** The whole document was taken. */
  trust(): void {
    this.#distrusted = false;
  }

  close(): void {
    this.#session++;
    this.#joined = false;
    this.#retry.cancel();
  }
}
