import { randomUUID } from "node:crypto";
import { Node } from "prosemirror-model";
import { Step } from "prosemirror-transform";
import { schema } from "@chopin/document/schema";
import { SCHEMA_VERSION } from "@chopin/protocol/document";
import type { CommitReply, OpenReply, SinceReply, StepJson, StepsFrame } from "@chopin/protocol/document";
import type { FrameReader } from "./frame-reader.ts";
import type { Ledger } from "./ledger.ts";
import type { Typist } from "./side.ts";
import type { SocketIo } from "./socket-io.ts";

type Place = {
  index: number;
  document: { number: number; id: string };
  paragraph: number;
  /** Whether this one applies everything it receives. */
  full: boolean;
  ledger: Ledger;
  /** Whether frames may be lost, as they are when servers are killed; otherwise a lost one is a fault. */
  patient?: boolean;
};

/**
 * Sends one commit at a time, as the page does: what is typed meanwhile joins the next, and after a lost connection
 * the one in flight is sent again under its own id until somebody knows what became of it. A typist that is not full
 * keeps of what the others do only where its own paragraph ends.
 */
export class ChopinTypist implements Typist {
  readonly document: number;
  readonly #frames: FrameReader;
  readonly #place: Place;
  #socket: SocketIo | null = null;
  #version = 0;
  /** End of the own paragraph in the confirmed version. */
  #at = 0;
  #doc: Node | null = null;
  #pending: string[] = [];
  #inFlight: { commit: string; letters: string[] } | null = null;
  #fetching = false;
  /** Commits that were sent again after a lost connection. */
  resent = 0;
  /** Ids of all commits that came by, in order. */
  readonly #past: string[] = [];

  constructor(frames: FrameReader, place: Place) {
    this.#frames = frames;
    this.#place = place;
    this.document = place.document.number;
  }

  /** Opens the document: as a whole, or after a lost connection with what was missed. Rejects when that fails. */
  async join(socket: SocketIo): Promise<void> {
    socket.hear = (bytes) => {
      const frame = this.#frames.read(bytes);
      if (frame && this.#socket === socket) this.#receive(frame);
    };
    const since = this.#at === 0 ? {} : { since: this.#version };
    const request = { document: this.#place.document.id, schema: SCHEMA_VERSION, ...since };
    const reply = (await socket.ask("document:open", request)) as OpenReply;
    if (!reply.ok) throw new Error(`the document did not open: ${reply.reason}`);
    this.#socket = socket;
    const { content } = reply;
    if ("doc" in content) this.#enter(Node.fromJSON(schema, content.doc), reply.version);
    else this.#receive({ ...content, document: request.document, version: reply.version });
    if (this.#inFlight) this.resent++;
    this.#transmit();
    this.#send();
  }

  /** The connection is gone; what is typed waits for the next. */
  lose(): void {
    this.#socket = null;
    this.#fetching = false;
  }

  /** Fetches what this one has missed, if anything. */
  fetch(): void {
    const socket = this.#socket;
    if (!socket || this.#fetching) return;
    this.#fetching = true;
    const request = { document: this.#place.document.id, since: this.#version };
    socket.request("document:since", JSON.stringify(request), (reply) => {
      if (this.#socket !== socket) return;
      this.#fetching = false;
      const answer = reply as SinceReply | undefined;
      if (answer?.ok) this.#receive(answer.frame);
    });
  }

  type(letter: string): void {
    this.#place.ledger.typed(letter, this.#place.index);
    this.#pending.push(letter);
    this.#send();
  }

  idle(): boolean {
    return this.#inFlight === null && this.#pending.length === 0;
  }

  /** All began with the same text: the same commits in the same order make the same of it. */
  async text(): Promise<string> {
    return `${this.#version} ${this.#past.join(" ")}`;
  }

  /** What a full typist shows. */
  get shown(): string | null {
    return this.#doc && textOf(this.#doc);
  }

  close(): void {
    this.#socket?.close();
    this.#socket = null;
  }

  #enter(doc: Node, version: number): void {
    this.#version = version;
    if (this.#place.full) this.#doc = doc;
    this.#at = 0;
    for (let i = 0; i <= this.#place.paragraph; i++) this.#at += doc.child(i).nodeSize;
    this.#at -= 1;
  }

  #send(): void {
    if (!this.#socket || this.#inFlight || this.#pending.length === 0) return;
    this.#inFlight = { commit: randomUUID(), letters: this.#pending };
    this.#pending = [];
    this.#transmit();
  }

  #transmit(): void {
    const socket = this.#socket;
    if (!socket || !this.#inFlight) return;
    const { commit, letters } = this.#inFlight;
    const request = {
      document: this.#place.document.id,
      schema: SCHEMA_VERSION,
      commit,
      base: this.#version,
      steps: letters.map((letter, i) => insertion(this.#at + i, letter)),
      undoes: [],
    };
    socket.request("document:commit", JSON.stringify(request), (reply) => {
      if (this.#socket === socket) this.#answered(commit, request.base, reply as CommitReply | undefined);
    });
  }

  #answered(commit: string, sentOn: number, reply: CommitReply | undefined): void {
    const sent = this.#inFlight;
    if (!reply || sent?.commit !== commit) return;
    if (!reply.ok) {
      if (reply.reason !== "unavailable") throw new Error(`a commit was refused: ${JSON.stringify(reply)}`);
      setTimeout(() => this.#transmit(), 100);
      return;
    }
    this.#place.ledger.acknowledge(sent.letters);
    const asSent = reply.base === sentOn && reply.version - reply.base === sent.letters.length;
    if (asSent && reply.base === this.#version) {
      sent.letters.forEach((letter, i) => this.#step(insertion(this.#at + i, letter)));
      this.#at += sent.letters.length;
      this.#took(commit, sent.letters.length);
    } else if (this.#place.patient) {
      // The steps come in a frame, unless the process that should have sent it is gone.
      setTimeout(() => this.#inFlight?.commit === commit && this.fetch(), 500);
    }
  }

  #receive(frame: StepsFrame): void {
    if (frame.version <= this.#version) return;
    let base = frame.base;
    for (const { commit, steps } of frame.commits) {
      const from = base;
      base += steps.length;
      if (from < this.#version) continue;
      if (from > this.#version) return this.#missing();
      for (const step of steps) {
        this.#step(step);
        this.#map(step);
      }
      this.#took(commit, steps.length);
    }
  }

  #missing(): void {
    if (!this.#place.patient) throw new Error("steps are missing");
    this.fetch();
  }

  #took(commit: string, steps: number): void {
    this.#version += steps;
    this.#past.push(commit);
    if (this.#inFlight?.commit !== commit) return;
    this.#place.ledger.acknowledge(this.#inFlight.letters);
    this.#inFlight = null;
    this.#send();
  }

  #step(step: StepJson): void {
    if (!this.#doc) return;
    const { doc, failed } = Step.fromJSON(schema, step).apply(this.#doc);
    if (!doc) throw new Error(`a step does not apply: ${failed}`);
    this.#doc = doc;
    this.#place.ledger.seen(inserted(step), this.#place.index);
  }

  #map(step: StepJson): void {
    const { from, to } = step;
    if (from === undefined || from !== to) throw new Error("somebody did something else than type");
    if (from <= this.#at) this.#at += inserted(step).length;
  }
}

/** The paragraphs of a document, one a line. */
export function textOf(doc: Node): string {
  return doc.children.map((block) => block.textContent).join("\n");
}

function insertion(at: number, text: string): StepJson {
  return { stepType: "replace", from: at, to: at, slice: { content: [{ type: "text", text }] } };
}

function inserted(step: StepJson): string {
  const [content] = (step.slice?.["content"] ?? []) as { text?: string }[];
  return content?.text ?? "";
}
