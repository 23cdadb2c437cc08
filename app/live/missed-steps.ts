import type { Connection } from "./connection.ts";
import type { Backoff, Timers } from "./backoff.ts";
import type { DocumentText } from "./document-text.ts";
import { obstacleOf } from "./saving.ts";
import type { Obstacle } from "./saving.ts";

/** Milliseconds after which a page asks whether it has missed something, whatever it heard. */
const LOOK_EVERY = 30_000;

/** What fetching needs of its channel. */
export type FetchingChannel = {
  connection: Connection;
  document: string;
  timers: Timers;
  backoff(): Backoff;
  /** The text while the document is joined, or null. */
  joinedText(): DocumentText | null;
  /** Runs work on the text; what goes wrong in it is mended by the channel. */
  attempt(work: () => void): void;
  /** Steps arrived. */
  moved(): void;
  obstructed(obstacle: Obstacle): void;
};

/** Finds by version what a page has missed: others speak of a version, and whatever lies before it is fetched. */
export class MissedSteps {
  readonly #channel: FetchingChannel;
  readonly #retry: Backoff;
  #seen = 0;
  #look: unknown = null;
  /** The fetch whose answer is awaited; one of an earlier connection is of no interest. */
  #asked: object | null = null;

  constructor(channel: FetchingChannel) {
    this.#channel = channel;
    this.#retry = channel.backoff();
  }

  get fetching(): boolean {
    return this.#asked !== null;
  }

  /** Somebody spoke of a version. */
  saw(version: number): void {
    this.#seen = Math.max(this.#seen, version);
  }

  /** The authority's own document was taken: nothing beyond it is known. */
  restarted(version: number): void {
    this.#seen = version;
  }

  /** The connection is new or gone; what was asked is not answered any more. */
  reset(): void {
    this.#asked = null;
    this.#retry.reset();
    this.#channel.timers.clear(this.#look);
  }

  /** Asks now and then: a frame may be lost between processes, with nobody there to speak of a later one. */
  lookAgain(): void {
    const { timers, joinedText } = this.#channel;
    timers.clear(this.#look);
    this.#look = timers.set(() => {
      if (!joinedText()) return;
      if (!this.fetching) void this.#fetch();
      this.lookAgain();
    }, LOOK_EVERY);
  }

  /** Fetches what somebody spoke of and this page does not have. */
  fetch(): void {
    const text = this.#channel.joinedText();
    if (text && !this.fetching && text.version() < this.#seen) void this.#fetch();
  }

  async #fetch(): Promise<void> {
    const { connection, document, joinedText, attempt, moved, obstructed } = this.#channel;
    const text = joinedText();
    if (!text) return;
    const asked = {};
    this.#asked = asked;
    const since = text.version();
    const reply = await connection.request("document:since", { document, since }).catch(() => null);
    if (this.#asked !== asked || joinedText() !== text) return;
    this.#asked = null;
    if (!reply?.ok) {
      if (reply && obstacleOf(reply.reason).kind === "readonly") obstructed(obstacleOf(reply.reason));
      else this.#retry.again(() => this.fetch());
      return;
    }
    this.#retry.reset();
    const { base, commits } = reply.frame;
    attempt(() => text.receive(base, commits));
    // Nobody has what was spoken of: the highest version there is has arrived.
    if (commits.length === 0) this.#seen = text.version();
    this.fetch();
    moved();
  }
}
