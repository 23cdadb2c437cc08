import { SCHEMA_VERSION } from "@chopin/protocol/document";
import type {
  CommitReply,
  DocumentChangedFrame,
  OpenReply,
  PresentPerson,
  Rights,
  StepsFrame,
} from "@chopin/protocol/document";
import { Backoff, browserTimers } from "./backoff.ts";
import type { Timers } from "./backoff.ts";
import type { Connection } from "./connection.ts";
import type { DocumentText, Outgoing } from "./document-text.ts";
import { obstacleOf, savingState } from "./saving.ts";
import type { Obstacle, SavingState } from "./saving.ts";

/** What a page shows of one document's channel. A new object whenever something in it changes. */
export type ChannelSnapshot = {
  saving: SavingState;
  /** True once the server let this page in; until then, and whenever `rights.write` is false, the text is read-only. */
  joined: boolean;
  /** The confirmed version this page has; null until an editor is attached. */
  version: number | null;
  rights: Rights;
  people: PresentPerson[];
  about: { title: string; path: string; archived: boolean; removed: boolean } | null;
  /** Text that could not be put back after the page had to take the authority's own document. */
  lost: string | null;
};

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

export type ChannelOptions = {
  connection: Connection;
  document: string;
  rights?: Rights;
  newId?: () => string;
  timers?: Timers;
  random?: () => number;
};

/** Milliseconds an answer to a commit may take before it is sent again. */
const ANSWER_WITHIN = 8_000;
/** Milliseconds after which steps that were acknowledged but have not come are fetched. */
const ECHO_WITHIN = 1_500;
/** Milliseconds until a refused commit is tried again by itself: others may have made room for it. */
const REFUSED_AGAIN = 2_000;
/** Milliseconds after which a page asks whether it has missed something, whatever it heard. */
const LOOK_EVERY = 30_000;
/** Failed attempts after which the page says that it cannot save; about four seconds. */
const ALARM_AFTER = 4;

const NO_RIGHTS: Rights = { read: true, write: false, administer: false };

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
  readonly #newId: () => string;
  readonly #timers: Timers;
  readonly #retry: Backoff;
  readonly #listeners = new Set<() => void>();
  readonly #unsubscribe: (() => void)[];
  #text: DocumentText | null = null;
  #snapshot: ChannelSnapshot;
  #obstacle: Obstacle = null;
  /** Raised with every opening; answers to what an earlier one asked are of no interest. */
  #session = 0;
  #joined = false;
  #opening = false;
  #fetching = false;
  /** The commit whose answer is awaited. */
  #asked: string | null = null;
  /** The highest version anybody spoke of. */
  #seen = 0;
  #echo: unknown = null;
  #look: unknown = null;
  #refused: unknown = null;
  #closed = false;

  constructor(options: ChannelOptions) {
    this.#connection = options.connection;
    this.#document = options.document;
    this.#newId = options.newId ?? (() => crypto.randomUUID());
    this.#timers = options.timers ?? browserTimers;
    this.#retry = new Backoff({ timers: this.#timers, ...(options.random && { random: options.random }) });
    const rights = options.rights ?? NO_RIGHTS;
    const saving: SavingState = { kind: "offline", changes: 0 };
    this.#snapshot = { saving, joined: false, version: null, rights, people: [], about: null, lost: null };
    const mine = <Frame extends { document: string }>(work: (frame: Frame) => void) => {
      return (frame: Frame) => {
        if (frame.document === this.#document && !this.#closed) work(frame);
      };
    };
    this.#unsubscribe = [
      this.#connection.subscribe(() => this.#connectionChanged()),
      this.#connection.on(
        "document:steps",
        mine((frame) => this.#receive(frame)),
      ),
      this.#connection.on(
        "document:people",
        mine(({ people }) => this.#show({ people })),
      ),
      this.#connection.on(
        "document:rights",
        mine(({ rights }) => this.#rightsChanged(rights)),
      ),
      this.#connection.on(
        "document:changed",
        mine((frame) => this.#aboutChanged(frame)),
      ),
    ];
  }

  getSnapshot = (): ChannelSnapshot => this.#snapshot;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  attach(text: DocumentText): () => void {
    this.#text = text;
    this.#seen = text.version();
    this.#connectionChanged();
    return () => {
      if (this.#text === text) this.#text = null;
    };
  }

  edited(): void {
    if (this.#obstacle?.kind === "refused" && this.#obstacle.reason !== "unavailable") this.#obstacle = null;
    this.#send();
    this.#show({});
  }

  report(selection: { anchor: number; head: number } | null): void {
    if (!this.#joined || !this.#text) return;
    const version = this.#text.version();
    this.#connection.notify("document:presence", { document: this.#document, version, selection });
  }

  discardUnconfirmed(): void {
    this.#text?.discard();
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
    if (this.#joined) this.#connection.notify("document:close", { document: this.#document });
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    this.#retry.cancel();
    for (const timer of [this.#echo, this.#look, this.#refused]) this.#timers.clear(timer);
    this.#text = null;
  }

  #connectionChanged(): void {
    const status = this.#connection.getSnapshot();
    if (status === "online") {
      if (!this.#joined) void this.#open();
      return;
    }
    this.#session++;
    this.#joined = false;
    this.#opening = false;
    this.#fetching = false;
    this.#asked = null;
    this.#retry.reset();
    if (status === "refused") this.#obstacle = { kind: "readonly", reason: "signed-out" };
    this.#show({ people: [] });
  }

  /** Joins, with what is missed since; `anew` asks for the whole document. */
  async #open({ anew = false } = {}): Promise<void> {
    const text = this.#text;
    if (!text || this.#opening || this.#closed || this.#connection.getSnapshot() !== "online") return;
    this.#opening = true;
    const session = ++this.#session;
    const since = anew ? {} : { since: text.version() };
    const request = { document: this.#document, schema: SCHEMA_VERSION, ...since };
    const reply = await this.#connection
      .request("document:open", request)
      .catch((): OpenReply => ({ ok: false, reason: "unavailable" }));
    if (session !== this.#session || this.#closed) return;
    this.#opening = false;
    this.#asked = null;
    this.#fetching = false;
    if (!reply.ok) return this.#turnedAway(reply);
    this.#enter(text, reply);
  }

  #turnedAway(reply: Extract<OpenReply, { ok: false }>): void {
    this.#obstacle = obstacleOf(reply.reason, reply.detail);
    if (this.#obstacle.kind === "refused") {
      if (this.#retry.failures < ALARM_AFTER) this.#obstacle = null;
      this.#retry.again(() => void this.#open());
    }
    this.#show({});
  }

  #enter(text: DocumentText, reply: Extract<OpenReply, { ok: true }>): void {
    this.#joined = true;
    this.#obstacle = null;
    this.#retry.reset();
    this.#seen = Math.max(reply.version, text.version());
    const { rights, people } = reply;
    this.#show({ rights, people, about: { ...reply.about, removed: false } });
    this.#judgeRights();
    this.#attempt(() => {
      if ("doc" in reply.content) this.#restart(text, reply.content.doc, reply.version);
      else text.receive(reply.content.base, reply.content.commits);
    });
    this.#fetchMissing();
    this.#moved();
    this.#lookAgain();
  }

  #receive(frame: StepsFrame): void {
    const text = this.#text;
    this.#seen = Math.max(this.#seen, frame.version);
    if (!text || !this.#joined) return;
    this.#attempt(() => {
      if (text.receive(frame.base, frame.commits) === "gap") this.#fetchMissing();
    });
    this.#moved();
  }

  /** Something arrived: what was refused may be welcome now, and what was awaited may be here. */
  #moved(): void {
    if (this.#asked !== null && this.#text?.inFlight() !== this.#asked) this.#asked = null;
    this.#send();
    this.#show({});
  }

  /** Fetches what others said exists and this page does not have. */
  #fetchMissing(): void {
    const text = this.#text;
    if (!text || !this.#joined || this.#fetching || text.version() >= this.#seen) return;
    void this.#fetchSince(text);
  }

  /** A frame may be lost between processes, with nobody there to speak of a later one. */
  #lookAgain(): void {
    this.#timers.clear(this.#look);
    this.#look = this.#timers.set(() => {
      if (this.#closed || !this.#joined) return;
      if (this.#text && !this.#fetching) void this.#fetchSince(this.#text);
      this.#lookAgain();
    }, LOOK_EVERY);
  }

  async #fetchSince(text: DocumentText): Promise<void> {
    this.#fetching = true;
    const session = this.#session;
    const request = { document: this.#document, since: text.version() };
    const reply = await this.#connection.request("document:since", request).catch(() => null);
    if (session !== this.#session || this.#closed) return;
    this.#fetching = false;
    if (!reply?.ok) {
      if (reply && reply.reason !== "unavailable") this.#setObstacle(obstacleOf(reply.reason));
      else this.#retry.again(() => this.#fetchMissing());
      return;
    }
    this.#attempt(() => text.receive(reply.frame.base, reply.frame.commits));
    // Nobody has what was spoken of: the highest version there is has arrived.
    if (reply.frame.commits.length === 0) this.#seen = text.version();
    this.#fetchMissing();
    this.#moved();
  }

  /** Sends what is unconfirmed, if there is something and nothing stands in its way. */
  #send(): void {
    const text = this.#text;
    if (!text || !this.#joined || this.#asked !== null || this.#obstacle || this.#closed) return;
    // What is missing would make these steps older than they need be.
    if (this.#fetching) return;
    const outgoing = text.take(this.#newId);
    if (outgoing) void this.#commit(text, outgoing);
  }

  async #commit(text: DocumentText, outgoing: Outgoing): Promise<void> {
    const { commit } = outgoing;
    this.#asked = commit;
    const session = this.#session;
    const request = { document: this.#document, schema: SCHEMA_VERSION, ...outgoing };
    const reply = await this.#connection
      .request("document:commit", request, { within: ANSWER_WITHIN })
      .catch((): CommitReply => ({ ok: false, reason: "unavailable" }));
    if (session !== this.#session || this.#closed || text.inFlight() !== commit) return;
    if (reply.ok) this.#taken(text, commit, reply);
    else this.#refuse(text, reply);
    this.#show({});
  }

  #taken(text: DocumentText, id: string, reply: { base: number; version: number }): void {
    this.#retry.reset();
    this.#seen = Math.max(this.#seen, reply.version);
    this.#attempt(() => {
      const outcome = text.acknowledge(id, reply.base, reply.version);
      if (outcome === "lost") throw new Error("the steps of an acknowledged commit are missing");
      if (outcome === "waiting") this.#awaitEcho(text, id);
      else this.#moved();
    });
  }

  #awaitEcho(text: DocumentText, id: string): void {
    this.#timers.clear(this.#echo);
    this.#echo = this.#timers.set(() => {
      if (this.#text === text && text.inFlight() === id) this.#fetchMissing();
    }, ECHO_WITHIN);
  }

  #refuse(text: DocumentText, { reason, detail }: { reason: string; detail?: string }): void {
    this.#asked = null;
    const obstacle = obstacleOf(reason, detail);
    if (obstacle.kind === "refused" && obstacle.reason === "unavailable") {
      if (this.#retry.failures >= ALARM_AFTER) this.#obstacle = obstacle;
      this.#retry.again(() => {
        this.#obstacle = null;
        this.#send();
      });
      return;
    }
    // The authority judged it: it was not taken, and what is typed next may make it good.
    if (obstacle.kind === "refused") {
      text.release();
      this.#timers.clear(this.#refused);
      this.#refused = this.#timers.set(() => this.#tryRefusedAgain(), REFUSED_AGAIN);
    }
    this.#obstacle = obstacle;
  }

  #tryRefusedAgain(): void {
    if (this.#obstacle?.kind !== "refused" || !this.#joined) return;
    const kept = this.#obstacle;
    this.#obstacle = null;
    this.#send();
    // The page goes on saying why until there is an answer.
    if (this.#asked !== null) this.#show({ saving: { ...kept, changes: this.#text?.unconfirmed() ?? 0 } });
  }

  #rightsChanged(rights: Rights): void {
    this.#show({ rights });
    this.#judgeRights();
    this.#send();
  }

  #aboutChanged({ title, path, archived, removed }: DocumentChangedFrame): void {
    this.#show({ about: { title, path, archived, removed } });
    this.#judgeRights();
    this.#send();
  }

  /** What rights and the document's own state put in the way, or no longer do. */
  #judgeRights(): void {
    const { rights, about } = this.#snapshot;
    if (about?.removed) return this.#setObstacle({ kind: "readonly", reason: "removed" });
    if (!rights.read || !rights.write) return this.#setObstacle({ kind: "readonly", reason: "rights" });
    if (about?.archived) return this.#setObstacle({ kind: "readonly", reason: "archived" });
    const reason = this.#obstacle?.kind === "readonly" ? this.#obstacle.reason : null;
    if (reason === "rights" || reason === "archived") this.#setObstacle(null);
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
      this.#joined = false;
      this.#opening = false;
      this.#retry.again(() => void this.#open({ anew: true }));
    }
  }

  #restart(text: DocumentText, doc: unknown, version: number): void {
    try {
      const lost = text.restart(doc, version);
      this.#seen = version;
      if (lost !== null) this.#show({ lost: [this.#snapshot.lost, lost].filter(Boolean).join("\n\n") });
    } catch (error) {
      // A document this page does not understand was written by a newer one.
      console.error("the document cannot be shown by this page", error);
      this.#setObstacle({ kind: "readonly", reason: "outdated" });
    }
  }

  #show(change: Partial<ChannelSnapshot>): void {
    const saving = savingState({
      joined: this.#joined,
      changes: this.#text?.unconfirmed() ?? 0,
      obstacle: this.#obstacle,
    });
    const version = this.#text?.version() ?? this.#snapshot.version;
    this.#snapshot = { ...this.#snapshot, saving, joined: this.#joined, version, ...change };
    for (const listener of this.#listeners) listener();
  }
}
