import type { SendReply, SendRequest, StopReply } from "@chopin/protocol/chat";
import { EMPTY_CHAT, missingFrom, opened, withMessage, withParts, withTurn } from "./chat-state.ts";
import type { ChatState } from "./chat-state.ts";
import type { Connection } from "./connection.ts";

const LOST = { ok: false, reason: "unavailable" } as const;

/**
 * One document's Chat as this page sees it: opened again after every reconnect, fed by frames in between.
 * `subscribe` and `getSnapshot` suit `useSyncExternalStore`.
 */
export class ChatChannel {
  readonly document: string;
  readonly #connection: Connection;
  readonly #listeners = new Set<() => void>();
  readonly #fetching = new Set<string>();
  readonly #undo: (() => void)[];
  #state: ChatState = EMPTY_CHAT;
  /** The server has closed this Chat to the page, and says when it may be read again. */
  #closed = false;

  constructor({ document, connection }: { document: string; connection: Connection }) {
    this.document = document;
    this.#connection = connection;
    const here = <Frame extends { document: string }>(take: (frame: Frame) => void) => {
      return (frame: Frame) => {
        if (frame.document === document) take(frame);
      };
    };
    this.#undo = [
      connection.on(
        "chat:message",
        here((message) => this.#set(withMessage(this.#state, message))),
      ),
      connection.on(
        "chat:turn",
        here((turn) => this.#set(withTurn(this.#state, turn))),
      ),
      connection.on(
        "chat:parts",
        here((frame) => {
          this.#set(withParts(this.#state, frame.turn, frame.parts));
          void this.#fill(frame.turn);
        }),
      ),
      connection.on(
        "document:rights",
        here(({ rights }) => this.#rightsChanged(rights.read)),
      ),
      connection.subscribe(() => {
        if (connection.getSnapshot() === "online") void this.#open();
      }),
    ];
    if (connection.getSnapshot() === "online") void this.#open();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly getSnapshot = (): ChatState => this.#state;

  /** Sends a message; sending the same id again is harmless. `unavailable` while there is no connection. */
  async send(message: Omit<SendRequest, "document">): Promise<SendReply> {
    const request = { ...message, document: this.document };
    return this.#keep(await this.#connection.request("chat:send", request).catch(() => LOST));
  }

  /** Asks a turn's instruction again, as a new message. */
  async retry(turn: string): Promise<SendReply> {
    const request = { document: this.document, turn, message: crypto.randomUUID() };
    return this.#keep(await this.#connection.request("chat:retry", request).catch(() => LOST));
  }

  async stop(turn: string): Promise<StopReply> {
    return await this.#connection.request("chat:stop", { document: this.document, turn }).catch(() => LOST);
  }

  close(): void {
    for (const undo of this.#undo) undo();
    this.#listeners.clear();
  }

  #rightsChanged(mayRead: boolean): void {
    if (mayRead && this.#closed) void this.#open();
    this.#closed = !mayRead;
  }

  async #open(): Promise<void> {
    const reply = await this.#connection.request("chat:open", { document: this.document }).catch(() => LOST);
    if (!reply.ok) {
      // A lost answer is asked for again by the next connection.
      if (reply.reason !== "unavailable" && reply.reason !== "malformed")
        this.#set({ ...this.#state, phase: "refused", refusal: reply.reason });
      return;
    }
    this.#set(opened(this.#state, reply));
    // Frames that came before the reply may have left a gap.
    for (const turn of reply.turns) void this.#fill(turn.id);
  }

  #keep(reply: SendReply): SendReply {
    if (!reply.ok) return reply;
    const next = withMessage(this.#state, reply.message);
    this.#set(reply.turn ? withTurn(next, reply.turn) : next);
    return reply;
  }

  /** Fetches what a missed frame left out, one request at a time for a turn. */
  async #fill(turn: string): Promise<void> {
    const from = missingFrom(this.#state.parts[turn] ?? []);
    if (from === null || this.#fetching.has(turn)) return;
    this.#fetching.add(turn);
    const request = { document: this.document, turn, from };
    const reply = await this.#connection.request("chat:parts", request).catch(() => LOST);
    this.#fetching.delete(turn);
    if (reply.ok) this.#set(withParts(withTurn(this.#state, reply.turn), turn, reply.parts));
  }

  #set(state: ChatState): void {
    if (state === this.#state) return;
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
