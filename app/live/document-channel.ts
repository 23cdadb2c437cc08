import type { DocumentChangedFrame, OpenReply, Rights, StepsFrame } from "@chopin/protocol/document";
import { Backoff, browserTimers } from "./backoff.ts";
import type { Timers } from "./backoff.ts";
import { blankSnapshot } from "./channel-snapshot.ts";
import type { ChannelSnapshot } from "./channel-snapshot.ts";
import type { Connection } from "./connection.ts";
import { hearDocument } from "./hear-document.ts";
import type { JournalWriter } from "./journal-writer.ts";
import { ALARM_AFTER, CommitSender } from "./commit-sender.ts";
import type { DocumentText } from "./document-text.ts";
import { Joining } from "./joining.ts";
import { MissedSteps } from "./missed-steps.ts";
import { withPresence } from "./people.ts";
import { obstacleOf, savingState, whyReadonly } from "./saving.ts";
import type { Obstacle } from "./saving.ts";

export type { ChannelSnapshot } from "./channel-snapshot.ts";

export type DocumentChannel = {
  getSnapshot(): ChannelSnapshot;
  subscribe(listener: () => void): () => void;
  /** Lends an editor's text to the channel, which then opens the document. Returns what takes it back. */
  attach(text: DocumentText): () => void;
  /** The editor changed: send when possible. Call after every transaction. */
  edited(): void;
  /** Where the caret is, in positions of the confirmed version. Dropped when offline. */
  report(selection: { anchor: number; head: number } | null): void;
  /** Takes back everything that is not saved. */
  discardUnconfirmed(): void;
  unconfirmedText(): string;
  /** The page has shown what was lost. */
  forgetLost(): void;
  close(): void;
};

type ChannelJournal = Pick<JournalWriter, "keeps" | "note" | "subscribe" | "release">;

export type ChannelOptions = {
  connection: Connection;
  document: string;
  rights?: Rights;
  /** Where what is not saved is written down; the channel lets go of it when it closes. */
  journal?: ChannelJournal;
  newId?: () => string;
  timers?: Timers;
  random?: () => number;
};

/**
 * The glue between one document's editor and the server. One commit is in flight at a time; it is sent again under
 * its own id until somebody knows what became of it. Whatever was missed is found by version alone.
 */
export function openDocumentChannel(options: ChannelOptions): DocumentChannel {
  return new Channel(options);
}

class Channel implements DocumentChannel {
  readonly #connection: Connection;
  readonly #document: string;
  readonly #timers: Timers;
  readonly #journal: ChannelJournal | null;
  readonly #listeners = new Set<() => void>();
  readonly #unsubscribe: (() => void)[];
  #text: DocumentText | null = null;
  #snapshot: ChannelSnapshot;
  #obstacle: Obstacle = null;
  readonly #joining: Joining;
  readonly #missed: MissedSteps;
  readonly #sender: CommitSender;
  #closed = false;

  constructor(options: ChannelOptions) {
    this.#connection = options.connection;
    this.#document = options.document;
    this.#timers = options.timers ?? browserTimers;
    this.#journal = options.journal ?? null;
    const backoff = () =>
      new Backoff({ timers: this.#timers, ...(options.random && { random: options.random }) });
    this.#joining = new Joining({
      connection: this.#connection,
      document: this.#document,
      backoff,
      text: () => (this.#closed ? null : this.#text),
      answered: () => this.#forgetAsked(),
      entered: (text, reply) => this.#enter(text, reply),
      turnedAway: (reply) => this.#turnedAway(reply),
    });
    const means = {
      connection: this.#connection,
      document: this.#document,
      timers: this.#timers,
      backoff,
      joinedText: () => (this.#joining.joined ? this.#text : null),
      attempt: (work: () => void) => this.#attempt(work),
      moved: () => this.#moved(),
      obstructed: (obstacle: Obstacle) => this.#setObstacle(obstacle),
    };
    this.#missed = new MissedSteps(means);
    this.#sender = new CommitSender({
      ...means,
      missed: this.#missed,
      newId: options.newId ?? (() => crypto.randomUUID()),
      obstacle: () => this.#obstacle,
    });
    this.#snapshot = blankSnapshot(options.rights);
    this.#unsubscribe = [
      this.#journal?.subscribe(() => this.#show({})) ?? (() => {}),
      this.#connection.subscribe(() => this.#connectionChanged()),
      hearDocument(this.#connection, this.#document, {
        steps: (frame) => this.#receive(frame),
        people: (frame) => this.#show({ people: withPresence(this.#snapshot.people, frame) }),
        rights: ({ rights }) => this.#rightsChanged(rights),
        changed: (frame) => this.#aboutChanged(frame),
      }),
    ];
  }

  getSnapshot = (): ChannelSnapshot => this.#snapshot;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  attach(text: DocumentText): () => void {
    this.#text = text;
    this.#missed.saw(text.version());
    this.#connectionChanged();
    return () => {
      if (this.#text === text) this.#text = null;
    };
  }

  edited(): void {
    if (this.#obstacle?.kind === "refused" && this.#obstacle.reason !== "unavailable") this.#obstacle = null;
    this.#sender.send();
    this.#show({});
  }

  report(selection: { anchor: number; head: number } | null): void {
    if (!this.#joining.joined || !this.#text) return;
    const version = this.#text.version();
    this.#connection.notify("document:presence", { document: this.#document, version, selection });
  }

  discardUnconfirmed(): void {
    this.#text?.discard();
    this.#sender.forgetRefusal();
    this.#obstacle = this.#obstacle?.kind === "refused" ? null : this.#obstacle;
    // What was in flight may have been taken after all: then it comes back as the authority has it.
    this.#show({});
  }

  unconfirmedText = (): string => this.#text?.unconfirmedText() ?? "";

  forgetLost(): void {
    this.#show({ lost: null });
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    if (this.#joining.joined) this.#connection.notify("document:close", { document: this.#document });
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    this.#joining.close();
    this.#forgetAsked();
    this.#text = null;
    void this.#journal?.release();
  }

  /** What was asked on an earlier joining is not answered any more. */
  #forgetAsked(): void {
    this.#missed.reset();
    this.#sender.reset();
  }

  #connectionChanged(): void {
    const status = this.#connection.getSnapshot();
    if (status === "online") {
      if (!this.#joining.joined) void this.#joining.open();
      return;
    }
    if (this.#obstacle?.kind !== "readonly") this.#obstacle = null;
    if (status === "refused") this.#obstacle = { kind: "readonly", reason: "signed-out" };
    this.#leave();
  }

  #turnedAway({ reason, detail }: Extract<OpenReply, { ok: false }>): boolean {
    this.#obstacle = obstacleOf(reason, detail);
    const again = this.#obstacle.kind === "refused";
    if (again && this.#joining.failures < ALARM_AFTER) this.#obstacle = null;
    this.#show({});
    return again;
  }

  #enter(text: DocumentText, reply: Extract<OpenReply, { ok: true }>): void {
    this.#obstacle = null;
    this.#missed.saw(reply.version);
    const { rights, people } = reply;
    this.#show({ rights, people, about: { ...reply.about, removed: false } });
    this.#judgeRights();
    this.#attempt(() => {
      if (!("doc" in reply.content)) text.receive(reply.content.base, reply.content.commits);
      // Too much was missed to come at once. What is not saved keeps its place only where all of it is fetched.
      else if (this.#joining.distrusted || text.unconfirmed() === 0 || text.version() > reply.version)
        this.#restart(text, reply.content.doc, reply.version);
    });
    this.#missed.fetch();
    this.#missed.lookAgain();
    this.#moved();
  }

  #receive(frame: StepsFrame): void {
    const text = this.#text;
    this.#missed.saw(frame.version);
    if (!text || !this.#joining.joined) return;
    this.#attempt(() => {
      if (text.receive(frame.base, frame.commits) === "gap") this.#missed.fetch();
    });
    this.#moved();
  }

  /** Steps arrived: what was in flight may be confirmed, and more may be sent. */
  #moved(): void {
    this.#sender.moved();
    this.#show({});
  }

  #rightsChanged(rights: Rights): void {
    this.#show({ rights });
    this.#judgeRights();
    if (!rights.read) return this.#leave();
    if (!this.#joining.joined) return void this.#joining.open();
    this.#sender.send();
  }

  /** The document is not open to this page any more: the connection went, or the right to read. */
  #leave(): void {
    this.#joining.leave();
    this.#forgetAsked();
    this.#show({ people: [] });
  }

  #aboutChanged({ title, path, archived, removed }: DocumentChangedFrame): void {
    this.#show({ about: { title, path, archived, removed } });
    this.#judgeRights();
    this.#sender.send();
  }

  /** What rights and the document's own state put in the way, or no longer do. */
  #judgeRights(): void {
    const reason = whyReadonly(this.#snapshot);
    if (reason) return this.#setObstacle({ kind: "readonly", reason });
    const known = this.#obstacle?.kind === "readonly" ? this.#obstacle.reason : null;
    if (known === "rights" || known === "archived") this.#setObstacle(null);
  }

  #setObstacle(obstacle: Obstacle): void {
    this.#obstacle = obstacle;
    this.#show({});
  }

  /** Nothing that goes wrong with the text wedges the page: the authority's own document is fetched and taken. */
  #attempt(work: () => void): void {
    try {
      work();
    } catch (error) {
      console.error("the document is fetched anew", error);
      this.#joining.distrust();
    }
  }

  #restart(text: DocumentText, doc: unknown, version: number): void {
    try {
      const lost = text.restart(doc, version);
      this.#joining.trust();
      this.#missed.restarted(version);
      if (lost !== null) this.#show({ lost: [this.#snapshot.lost, lost].filter(Boolean).join("\n\n") });
    } catch (error) {
      // A document this page does not understand was written by a newer one.
      console.error("the document cannot be shown by this page", error);
      this.#setObstacle({ kind: "readonly", reason: "outdated" });
    }
  }

  #show(change: Partial<ChannelSnapshot>): void {
    const saving = savingState({
      joined: this.#joining.joined,
      changes: this.#text?.unconfirmed() ?? 0,
      // While a refused text is tried again with each letter, the words about it do not come and go.
      obstacle: this.#obstacle ?? this.#sender.judged,
    });
    const version = this.#text?.version() ?? this.#snapshot.version;
    const keeps = this.#journal?.keeps ?? false;
    this.#snapshot = { ...this.#snapshot, saving, joined: this.#joining.joined, version, keeps, ...change };
    if (this.#text) this.#journal?.note(this.#text.unsaved(), this.#sender.next);
    for (const listener of this.#listeners) listener();
  }
}
