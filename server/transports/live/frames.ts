import type { CommittedSteps, StepsFrame } from "@chopin/protocol/document";

/** Milliseconds that commits of one document are gathered before they are sent to its pages. */
const TICK_MS = 15;

/**
 * One frame a document and tick, however many commits it brought: sending each alone would cost a message a commit
 * and page. What does not continue the frame at hand begins another.
 */
export class Frames {
  readonly #waiting = new Map<string, StepsFrame[]>();
  readonly #send: (frame: StepsFrame) => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(send: (frame: StepsFrame) => void) {
    this.#send = send;
  }

  add(committed: { document: string; base: number; version: number; commits: CommittedSteps[] }): void {
    const { document, base, version, commits } = committed;
    const frames = this.#waiting.get(document) ?? [];
    const last = frames.at(-1);
    if (last?.version === base) {
      last.commits.push(...commits);
      last.version = version;
    } else {
      frames.push({ document, base, version, commits: [...commits] });
    }
    this.#waiting.set(document, frames);
    this.#timer ??= setTimeout(() => this.#flush(), TICK_MS);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#flush();
  }

  #flush(): void {
    this.#timer = undefined;
    const all = [...this.#waiting.values()].flat();
    this.#waiting.clear();
    for (const frame of all) this.#send(frame);
  }
}
