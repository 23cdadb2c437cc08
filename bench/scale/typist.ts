import { randomUUID } from "node:crypto";
import { SCHEMA_VERSION } from "@chopin/protocol/document";
import type { CommitReply, OpenReply, StepsFrame } from "@chopin/protocol/document";
import type { SocketIo } from "../collab/socket-io.ts";

/** Types a letter at the beginning of its document now and then; one commit at a time, as a page does. */
export class ScaleTypist {
  readonly #socket: SocketIo;
  readonly #document: string;
  readonly #took: (milliseconds: number) => void;
  #version = 0;
  #waiting = false;

  static async join(
    socket: SocketIo,
    document: string,
    took: (milliseconds: number) => void,
  ): Promise<ScaleTypist> {
    const reply = (await socket.ask("document:open", { document, schema: SCHEMA_VERSION })) as OpenReply;
    if (!reply.ok) throw new Error(`a document did not open: ${reply.reason}`);
    return new ScaleTypist(socket, document, { version: reply.version, took });
  }

  private constructor(
    socket: SocketIo,
    document: string,
    { version, took }: { version: number; took: (milliseconds: number) => void },
  ) {
    this.#socket = socket;
    this.#document = document;
    this.#version = version;
    this.#took = took;
    socket.hear = (bytes) => {
      if (!bytes.subarray(0, STEPS.length).equals(STEPS)) return;
      const [, frame] = JSON.parse(bytes.subarray(2).toString()) as [string, StepsFrame];
      this.#version = Math.max(this.#version, frame.version);
    };
  }

  /** False while the letter before is not acknowledged. */
  type(): boolean {
    if (this.#waiting) return false;
    this.#waiting = true;
    const began = performance.now();
    const slice = { content: [{ type: "text", text: "a" }] };
    const request = {
      document: this.#document,
      schema: SCHEMA_VERSION,
      commit: randomUUID(),
      base: this.#version,
      steps: [{ stepType: "replace", from: 1, to: 1, slice }],
      undoes: [],
    };
    this.#socket.request("document:commit", JSON.stringify(request), (answer) => {
      const reply = answer as CommitReply | undefined;
      this.#waiting = false;
      // The socket was closed at the end of a measurement that was too much.
      if (!reply) return;
      if (!reply.ok) throw new Error(`a commit was refused: ${reply.reason}`);
      this.#version = Math.max(this.#version, reply.version);
      this.#took(performance.now() - began);
    });
    return true;
  }

  close(): void {
    this.#socket.close();
  }
}

const STEPS = Buffer.from('42["document:steps"');
