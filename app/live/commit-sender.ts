import type { CommitReply } from "@chopin/protocol/document";
import type { Backoff } from "./backoff.ts";
import type { DocumentText } from "./document-text.ts";
import type { FetchingChannel, MissedSteps } from "./missed-steps.ts";
import { obstacleOf } from "./saving.ts";
import { sendCommit } from "./send-commit.ts";
import type { Obstacle } from "./saving.ts";

/** Milliseconds an answer to a commit may take before it is sent again. */
const ANSWER_WITHIN = 8_000;
/** Milliseconds after which steps that were acknowledged but have not come are fetched. */
const ECHO_WITHIN = 1_500;
/** Milliseconds until a refused commit is tried again by itself: others may have made room for it. */
const REFUSED_AGAIN = 2_000;
/** Failed attempts after which the page says that it cannot save; about four seconds. */
export const ALARM_AFTER = 4;

const NOT_ANSWERED = { ok: false, reason: "unavailable" } as const;

export type SendingChannel = FetchingChannel & {
  missed: MissedSteps;
  newId: () => string;
  obstacle(): Obstacle;
};

/** Sends what is unconfirmed, one commit at a time, under its own id until somebody knows what became of it. */
export class CommitSender {
  readonly #channel: SendingChannel;
  readonly #retry: Backoff;
  /** The commit whose answer is awaited, and the asking itself. */
  #asked: { commit: string } | null = null;
  /** Where the commit in flight stands, while what lies before it has not come yet. */
  #standing: { commit: string; base: number; version: number } | null = null;
  /** The id of the next commit, which the journal knows before it leaves. */
  #next: string;
  #echo: unknown = null;
  #again: unknown = null;
  #judged: Extract<Obstacle, { kind: "refused" }> | null = null;

  constructor(channel: SendingChannel) {
    this.#channel = channel;
    this.#retry = channel.backoff();
    this.#next = channel.newId();
  }

  get next(): string {
    return this.#next;
  }

  /** The refusal of what is not saved, which stands while it is tried again, until something is taken. */
  get judged(): Obstacle {
    return this.#judged;
  }

  /** What was refused is taken back. */
  forgetRefusal(): void {
    this.#judged = null;
  }

  /** The connection is new or gone: whatever is in flight has to be sent again. */
  reset(): void {
    this.#asked = null;
    this.#standing = null;
    this.#judged = null;
    this.#retry.reset();
    this.#channel.timers.clear(this.#echo);
    this.#channel.timers.clear(this.#again);
  }

  /** Steps arrived; those of the commit in flight may be among them. */
  moved(): void {
    this.#confirmStanding();
    if (this.#asked && this.#channel.joinedText()?.inFlight() !== this.#asked.commit) {
      this.#asked = null;
      this.#judged = null;
    }
    this.send();
  }

  /** Sends if there is something, and nothing stands in its way. */
  send(): void {
    const { joinedText, obstacle, missed, newId } = this.#channel;
    const text = joinedText();
    // While steps are fetched, these would leave older than they need be.
    if (!text || this.#asked || obstacle() || missed.fetching) return;
    const outgoing = text.take(() => this.#next);
    if (!outgoing) return;
    if (outgoing.commit === this.#next) this.#next = newId();
    const asked = { commit: outgoing.commit };
    this.#asked = asked;
    const { connection, document } = this.#channel;
    const answered = (reply: CommitReply) => {
      if (this.#asked === asked && joinedText() === text) this.#settle(text, asked.commit, reply);
    };
    sendCommit(connection, document, outgoing, { within: ANSWER_WITHIN }).then(answered, () =>
      answered(NOT_ANSWERED),
    );
  }

  #settle(text: DocumentText, commit: string, reply: CommitReply): void {
    if (reply.ok) this.#taken(text, commit, reply);
    else this.#refused(text, reply);
  }

  #taken(text: DocumentText, commit: string, { base, version }: { base: number; version: number }): void {
    const { missed, attempt, moved, timers } = this.#channel;
    this.#judged = null;
    this.#retry.reset();
    missed.saw(version);
    attempt(() => {
      const outcome = text.acknowledge(commit, base, version);
      if (outcome === "lost") throw new Error("the steps of an acknowledged commit are missing");
      this.#standing = outcome === "waiting" ? { commit, base, version } : null;
      if (outcome === "confirmed") return;
      timers.clear(this.#echo);
      this.#echo = timers.set(() => missed.fetch(), ECHO_WITHIN);
    });
    moved();
  }

  /**
   * A commit of which nothing was left has no steps that could arrive: once everything before it has, it is settled
   * by what the answer said.
   */
  #confirmStanding(): void {
    const standing = this.#standing;
    const text = this.#channel.joinedText();
    if (!standing || !text || text.version() < standing.version) return;
    this.#standing = null;
    if (text.inFlight() !== standing.commit) return;
    this.#channel.attempt(() => {
      const outcome = text.acknowledge(standing.commit, standing.base, standing.version);
      if (outcome === "lost") throw new Error("the steps of an acknowledged commit are missing");
    });
  }

  #refused(text: DocumentText, refusal: { reason: string; detail?: string | undefined }): void {
    const { reason, detail } = refusal;
    this.#asked = null;
    const { timers, obstructed, attempt } = this.#channel;
    if (reason === "diverged") {
      text.release();
      return attempt(() => {
        throw new Error(`the text of this page is not the authority's: ${detail}`);
      });
    }
    const obstacle = obstacleOf(reason, detail);
    this.#judged = null;
    if (obstacle.kind === "refused" && obstacle.reason === "unavailable") {
      // Silence lasted long already, on a connection that stands.
      const alarming = refusal === NOT_ANSWERED || this.#retry.failures >= ALARM_AFTER;
      this.#judged = alarming ? obstacle : null;
      this.#retry.again(() => {
        obstructed(null);
        this.send();
      });
      // Nothing leaves before the next attempt is due.
      obstructed(alarming ? obstacle : { kind: "waiting" });
      return;
    }
    if (obstacle.kind === "refused") {
      // It was judged and not taken: what is typed next may make it good.
      text.release();
      this.#judged = obstacle;
      timers.clear(this.#again);
      this.#again = timers.set(() => this.#tryAgain(), REFUSED_AGAIN);
    }
    obstructed(obstacle);
  }

  #tryAgain(): void {
    if (this.#channel.obstacle()?.kind !== "refused") return;
    this.#channel.obstructed(null);
    this.send();
  }
}
