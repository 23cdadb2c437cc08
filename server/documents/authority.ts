import type { Node } from "prosemirror-model";
import type { CommittedSteps } from "@chopin/protocol/document";
import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import { messageOf } from "../base/errors.ts";
import { CommitQueue } from "./commit-queue.ts";
import type { CommitStore, StoredCommit } from "./commit-store.ts";
import { failAll, knownOutcome, settleAll } from "./entry.ts";
import type { Entry, Outcome, Wanted, Working } from "./entry.ts";
import { judgeGroup } from "./judge-group.ts";
import { LiveText } from "./live-text.ts";
import { docAt } from "./past-text.ts";
import { SnapshotKeeper } from "./snapshot-keeper.ts";
import { ToldCommits } from "./told-commits.ts";
import { AlongsideFailed, Unavailable, writeGroup } from "./write-group.ts";

/** A group of commits that is in the database now. */
export type Committed = { document: string; base: number; version: number; commits: CommittedSteps[] };

export type AuthorityOptions = {
  store: CommitStore;
  clock: Clock;
  log: Log;
  /** Told once a group is in the database and in memory. */
  committed: (group: Committed) => void;
  /** Told of what others had committed and nobody had said, once it was found in the database. */
  found?: (group: Committed) => void;
  /** Milliseconds between looks into the database while pages ask for news and there is none. */
  lookEvery?: number;
  /** Waits so many milliseconds; a test does not. */
  pause?: (milliseconds: number) => Promise<void>;
};

/** Milliseconds between looks into the database for what this process may have missed. */
const LOOK_EVERY = 10_000;
/** Commits read from the database at a time. */
const PAGE = 1_000;
/** Milliseconds until a database that failed is asked again, for the first time and at most. */
const REST = { first: 60, most: 1_000 };

/**
 * Orders the steps of one document. One group of commits at a time is judged, written in one transaction, and only
 * then becomes the text in memory, the answer to its senders, and an event. The database has the last word: where
 * another process wrote first, its commits are fetched and the group is judged again on top of them.
 */
export class Authority {
  readonly document: string;
  readonly #options: AuthorityOptions;
  readonly #queue = new CommitQueue();
  readonly #snapshots: SnapshotKeeper;
  readonly #waiting = new Map<string, Promise<Outcome>>();
  #text: LiveText;
  readonly #told = new ToldCommits();
  #heard = 0;
  #failures = 0;
  #again: ReturnType<typeof setTimeout> | null = null;
  #closed = false;
  #running: Promise<void> | null = null;
  #looked = performance.now();

  /** Loads a document's text; null when there is no such document. */
  static async load(document: string, options: AuthorityOptions): Promise<Authority | null> {
    const stored = await options.store.load(document);
    if (!stored) return null;
    return new Authority(document, new LiveText(stored), stored.snapshot.version, options);
  }

  private constructor(document: string, text: LiveText, snapshotAt: number, options: AuthorityOptions) {
    this.document = document;
    this.#text = text;
    this.#options = options;
    this.#snapshots = new SnapshotKeeper({ document, at: snapshotAt, ...options });
  }

  get text(): LiveText {
    return this.#text;
  }

  /**
   * Waits its turn and tells what became of the change. Sent again while it waits, it is not taken twice. Rejects
   * only with what its own `propose` or `alongside` threw, or with a fault of ours; nothing was stored then.
   */
  submit(wanted: Wanted): Promise<Outcome> {
    const key = `${wanted.person} ${wanted.commit}`;
    const waiting = this.#waiting.get(key);
    if (waiting) return waiting;
    const outcome = new Promise<Outcome>((resolve, reject) => {
      const entry = { ...wanted, settle: resolve, fail: reject };
      if (this.#queue.add(entry)) this.#wake();
      else resolve({ ok: false, reason: "unavailable", detail: "too much waits for this document" });
    });
    this.#waiting.set(key, outcome);
    const forget = () => this.#waiting.delete(key);
    outcome.then(forget, forget);
    return outcome;
  }

  /** Another process says that the document stands at `version`, and perhaps what brought it there. */
  heard(version: number, group?: { base: number; commits: readonly CommittedSteps[] }): void {
    if (group && version > this.#text.version) this.#told.add(group);
    this.#heard = Math.max(this.#heard, version);
    if (this.#heard > this.#text.version) this.#wake();
  }

  /** Commits from `since` on, oldest first; a long past comes in pages, each a frame of its own. */
  async since(since: number): Promise<{ base: number; version: number; commits: StoredCommit[] }> {
    if (since >= this.#text.version) await this.#lookAround();
    const recent = this.#text.since(since);
    const commits = recent ?? (await this.#options.store.since(this.document, since, PAGE));
    return { base: since, version: commits.at(-1)?.version ?? since, commits };
  }

  /**
   * What a page at `since` needs to come here: the commits it misses, or the whole document where there is no such
   * version or there are too many.
   */
  async from(
    since: number | undefined,
  ): Promise<{ version: number; commits: StoredCommit[] } | { version: number; doc: Node }> {
    // A page that was with another process may have seen what this one has not.
    if (since !== undefined && since > this.#text.version) await this.#reach(since);
    if (since !== undefined && since <= this.#text.version) {
      const { version, commits } = await this.since(since);
      // What was committed while the database was read is on its way to the page as a frame.
      if (commits.length < PAGE) return { version, commits };
    }
    const { version, doc } = this.#text;
    return { version, doc };
  }

  /** The document as it was at `version`; null when it has not come so far. */
  async docAt(version: number): Promise<Node | null> {
    if (version > this.#text.version) await this.#reach(version);
    const { document } = this;
    return await docAt(this.#text, { store: this.#options.store, document, version });
  }

  /** Asks the database now and then whether this process missed something; events of others may be lost. */
  async #lookAround(): Promise<void> {
    const now = performance.now();
    if (now < this.#looked + (this.#options.lookEvery ?? LOOK_EVERY)) return;
    this.#looked = now;
    await this.#reach(this.#text.version + 1);
  }

  async #reach(version: number): Promise<void> {
    this.heard(version);
    while (this.#running) await this.#running;
  }

  /** Resolves when everything that waits is settled, and the text is kept where opening finds it fast. */
  async settle(): Promise<void> {
    while (this.#running) await this.#running;
    await this.#snapshots.keep(this.#text, { least: 50 });
  }

  /** Looks for nothing by itself any more. */
  close(): void {
    this.#closed = true;
    if (this.#again) clearTimeout(this.#again);
  }

  get busy(): boolean {
    return this.#running !== null || this.#queue.length > 0;
  }

  #wake(): void {
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
      if (this.#queue.length > 0) this.#wake();
    });
  }

  async #run(): Promise<void> {
    while (this.#queue.length > 0 || this.#heard > this.#text.version) {
      // What else has arrived by now joins; what arrives while a group is written forms the next.
      await new Promise((resolve) => setImmediate(resolve));
      const group = this.#queue.take();
      try {
        if (this.#heard > this.#text.version) await this.#catchUp();
        await this.#order(group);
        this.#failures = 0;
      } catch (error) {
        await this.#recover(group, error);
        if (!(error instanceof Unavailable)) continue;
        if (this.#queue.length === 0) return this.#tryAgainLater();
        await this.#pause(this.#rest());
      }
      this.#snapshots.keepSoon(this.#text);
    }
  }

  /** A database in trouble is not asked without end. */
  #rest(): number {
    return Math.min(REST.first * 2 ** this.#failures++, REST.most);
  }

  /** What was heard of and could not be fetched is fetched later, whether or not anybody comes for it. */
  #tryAgainLater(): void {
    if (this.#again || this.#closed) return;
    this.#again = setTimeout(() => {
      this.#again = null;
      if (this.#heard > this.#text.version) this.#wake();
    }, this.#rest()).unref();
  }

  async #pause(milliseconds: number): Promise<void> {
    const pause = this.#options.pause ?? ((wait) => new Promise((resolve) => setTimeout(resolve, wait)));
    await pause(milliseconds);
  }

  async #order(group: Entry[]): Promise<void> {
    let entries = group;
    for (let round = 0; entries.length > 0; round++) {
      if (round > 50) throw new Error("the group cannot be ordered");
      const { accepted, working } = await judgeGroup(entries, this.#text);
      if (accepted.length === 0) return;
      const alongside = accepted.length === 1 ? accepted[0]?.alongside : undefined;
      const means = { ...this.#options, pause: async (wait: number) => await this.#pause(wait) };
      const written = await writeGroup(means, this.document, { commits: working.commits, alongside });
      if (written.ok) return this.#advance(working, accepted);
      entries = accepted;
      if (written.reason === "behind") await this.#catchUp();
      else if (written.reason === "known") entries = await this.#settleKnown(accepted);
      else
        return settleAll(accepted, {
          ok: false,
          reason: written.reason === "gone" ? "not-found" : "archived",
        });
    }
  }

  #advance(working: Working, accepted: Entry[]): void {
    const base = this.#text.version;
    this.#text.advance(working.commits, working.doc);
    accepted.forEach((entry, i) => {
      const commit = working.commits[i];
      if (commit) entry.settle({ ok: true, base: commit.base, version: commit.version });
    });
    const commits = working.commits.map(({ commit, person, via, steps }) => ({ commit, person, via, steps }));
    this.#options.committed({ document: this.document, base, version: working.version, commits });
  }

  /** Entries that were stored before get the outcome they had then; the others go on. */
  async #settleKnown(entries: Entry[]): Promise<Entry[]> {
    const found = await this.#options.store.find(
      this.document,
      entries.map(({ commit }) => commit),
    );
    const known = new Map(found.map((commit) => [commit.commit, commit]));
    return entries.filter((entry) => {
      const commit = known.get(entry.commit);
      if (commit) entry.settle(knownOutcome(commit, entry.person));
      return !commit;
    });
  }

  /** Goes on over what others committed: as they told it, or else as the database has it. */
  async #catchUp(): Promise<void> {
    const before = this.#text.version;
    for (let told; (told = this.#told.take(this.#text.version));) this.#replay(told);
    this.#told.passed(this.#text.version);
    if (this.#text.version > before && this.#text.version >= this.#heard) return;
    for (;;) {
      const base = this.#text.version;
      const commits = await this.#options.store.since(this.document, base, PAGE).catch((error: unknown) => {
        throw new Unavailable(error);
      });
      this.#replay(commits);
      const { version } = this.#text;
      if (version > base) this.#options.found?.({ document: this.document, base, version, commits });
      if (commits.length < PAGE) break;
    }
    // Whoever spoke of more was wrong; what it meant is found when it is written.
    this.#heard = Math.min(this.#heard, this.#text.version);
  }

  #replay(commits: readonly StoredCommit[]): void {
    for (const commit of commits) this.#text.replay(commit);
  }

  /** Something failed half way: nothing advanced. The senders are told, and the text is read anew if it must be. */
  async #recover(group: Entry[], error: unknown): Promise<void> {
    const { log, store } = this.#options;
    if (error instanceof Unavailable) return settleAll(group, { ok: false, reason: "unavailable" });
    if (error instanceof AlongsideFailed) return failAll(group, error.cause);
    log.error("a group of commits failed", { document: this.document, error: messageOf(error) });
    this.#heard = 0;
    failAll(group, error);
    try {
      const stored = await store.load(this.document);
      if (stored) this.#text = new LiveText(stored);
    } catch (again) {
      log.error("the text could not be read anew", { document: this.document, error: messageOf(again) });
    }
  }
}
