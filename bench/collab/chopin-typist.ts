import { randomUUID } from "node:crypto";
import { Node } from "prosemirror-model";
import { Step } from "prosemirror-transform";
import { schema } from "@chopin/document/schema";
import { SCHEMA_VERSION } from "@chopin/protocol/document";
import type { CommitReply, OpenReply, StepJson, StepsFrame } from "@chopin/protocol/document";
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
};

/**
 * Sends one commit at a time, as the page does: what is typed meanwhile joins the next. A typist that is not full
 * keeps of what the others do only where its own paragraph ends.
 */
export class ChopinTypist implements Typist {
  readonly document: number;
  readonly #socket: SocketIo;
  readonly #place: Place;
  #version = 0;
  /** End of the own paragraph in the confirmed version. */
  #at = 0;
  #doc: Node | null = null;
  #pending: string[] = [];
  #inFlight: { commit: string; letters: string[] } | null = null;
  /** Ids of all commits that came by, in order. */
  readonly #past: string[] = [];

  static async join(socket: SocketIo, frames: FrameReader, place: Place): Promise<ChopinTypist> {
    const typist = new ChopinTypist(socket, place);
    socket.hear = (bytes) => {
      const frame = frames.read(bytes);
      if (frame) typist.#receive(frame);
    };
    const request = { document: place.document.id, schema: SCHEMA_VERSION };
    const reply = (await socket.ask("document:open", request)) as OpenReply;
    if (!reply.ok || !("doc" in reply.content)) throw new Error("the document did not open");
    typist.#enter(Node.fromJSON(schema, reply.content.doc), reply.version);
    return typist;
  }

  private constructor(socket: SocketIo, place: Place) {
    this.#socket = socket;
    this.#place = place;
    this.document = place.document.number;
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
    this.#socket.close();
  }

  #enter(doc: Node, version: number): void {
    this.#version = version;
    if (this.#place.full) this.#doc = doc;
    for (let i = 0; i <= this.#place.paragraph; i++) this.#at += doc.child(i).nodeSize;
    this.#at -= 1;
  }

  #send(): void {
    if (this.#inFlight || this.#pending.length === 0) return;
    const letters = this.#pending;
    this.#pending = [];
    const commit = randomUUID();
    this.#inFlight = { commit, letters };
    const request = {
      document: this.#place.document.id,
      schema: SCHEMA_VERSION,
      commit,
      base: this.#version,
      steps: letters.map((letter, i) => insertion(this.#at + i, letter)),
      undoes: [],
    };
    this.#socket.request("document:commit", JSON.stringify(request), (reply) =>
      this.#answered(commit, reply as CommitReply),
    );
  }

  #answered(commit: string, reply: CommitReply): void {
    if (!reply.ok) throw new Error(`a commit was refused: ${JSON.stringify(reply)}`);
    const sent = this.#inFlight;
    if (sent?.commit !== commit) return;
    this.#place.ledger.acknowledge(sent.letters);
    // One that was not rebased stands as it left; the steps of others have to be seen first.
    if (reply.base !== this.#version || reply.version - reply.base !== sent.letters.length) return;
    sent.letters.forEach((letter, i) => this.#step(insertion(this.#at + i, letter)));
    this.#at += sent.letters.length;
    this.#took(commit, sent.letters.length);
  }

  #receive(frame: StepsFrame): void {
    if (frame.version <= this.#version) return;
    let base = frame.base;
    for (const { commit, steps } of frame.commits) {
      const from = base;
      base += steps.length;
      if (from < this.#version) continue;
      if (from > this.#version) throw new Error("steps are missing");
      for (const step of steps) {
        this.#step(step);
        this.#map(step);
      }
      this.#took(commit, steps.length);
    }
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
