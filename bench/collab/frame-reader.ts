import type { StepsFrame } from "@chopin/protocol/document";

/**
 * Everybody in a document receives the same bytes: read once for all, so that the process that types keeps up with
 * the one that is measured.
 */
export class FrameReader {
  readonly #recent: { bytes: Buffer; frame: StepsFrame }[] = [];

  /** The frame in an event's bytes; null for another event. */
  read(bytes: Buffer): StepsFrame | null {
    if (bytes.compare(STEPS, 0, STEPS.length, 0, STEPS.length) !== 0) return null;
    const known = this.#recent.find((one) => one.bytes.equals(bytes));
    if (known) return known.frame;
    const frame = JSON.parse(bytes.toString("utf8", STEPS.length, bytes.length - 1)) as StepsFrame;
    this.#recent.unshift({ bytes: Buffer.from(bytes), frame });
    if (this.#recent.length > 16) this.#recent.pop();
    return frame;
  }
}

const STEPS = Buffer.from('42["document:steps",');
