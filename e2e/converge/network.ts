import { commitRequest, SCHEMA_VERSION } from "@chopin/protocol/document";
import type {
  AtReply,
  CommitReply,
  CommitRequest,
  OpenReply,
  SinceReply,
  StepsFrame,
} from "@chopin/protocol/document";
import { NoAnswer } from "../../app/live/connection.ts";
import type { Connection, ConnectionStatus } from "../../app/live/connection.ts";
import { Authorities } from "../../server/documents/authorities.ts";
import type { Committed } from "../../server/documents/authority.ts";
import { commitSteps } from "../../server/documents/commit-steps.ts";
import type { CommitStore } from "../../server/documents/commit-store.ts";
import { silentLog } from "../../server/base/log.ts";
import { systemClock } from "../../server/base/clock.ts";
import type { Random } from "./random.ts";

export const DOCUMENT = "00000000-0000-4000-8000-00000000d0c0";
const RIGHTS = { read: true, write: true, administer: false };

type Request = { name: string; payload: never };
type Up = { request: Request; answer: (reply: unknown) => void; fail: (why: NoAnswer) => void };
type Down = { frame: StepsFrame } | { up: Up; reply: unknown };

/** One server process: its own authority on the shared store, and the pages connected to it. */
export class Process {
  authorities: Authorities;
  readonly lines: Line[] = [];
  readonly #store: CommitStore;
  readonly #committed: (group: Committed) => void;
  /** Refuses a commit before the authority sees it. */
  refuse: (commit: string) => "too-large" | "invalid" | null = () => null;

  /** Whether a page that comes back is given the whole document. */
  wholly: () => boolean = () => false;

  constructor(store: CommitStore, committed: (group: Committed) => void) {
    this.#store = store;
    this.#committed = committed;
    this.authorities = this.#start();
  }

  /** Everything in memory is gone, and every connection with it. */
  restart(): void {
    for (const line of this.lines) line.cut();
    this.authorities = this.#start();
  }

  broadcast(group: Committed): void {
    for (const line of this.lines) line.hear({ frame: structuredClone(group) });
  }

  async answer(person: string, { name, payload }: Request): Promise<unknown> {
    if (name === "document:open") return await this.#open(payload);
    if (name === "document:since") return await this.#since(payload);
    if (name === "document:at") return await this.#at(payload);
    return await this.#commit(person, payload);
  }

  #start(): Authorities {
    const authorities: Authorities = new Authorities({
      store: this.#store,
      clock: systemClock,
      log: silentLog,
      lookEvery: 0,
      pause: async () => await new Promise((resolve) => setImmediate(resolve)),
      found: (group) => this.broadcast(group),
      committed: (group) => {
        // A process that was killed tells nobody anything.
        if (this.authorities === authorities) this.#committed(group);
      },
    });
    return authorities;
  }

  async #open({ since }: { since?: number }): Promise<OpenReply> {
    const opened = await this.authorities.use(DOCUMENT, async (authority): Promise<OpenReply> => {
      const missed = await authority.from(this.wholly() ? undefined : since);
      const content =
        "doc" in missed
          ? { doc: missed.doc.toJSON() as unknown }
          : { base: since ?? 0, commits: missed.commits };
      const about = { title: "A", path: "/a/b/c", archived: false };
      return {
        ok: true,
        version: missed.version,
        rights: RIGHTS,
        people: [],
        about,
        content: clone(content),
      };
    });
    return opened ?? { ok: false, reason: "not-found" };
  }

  async #since({ since }: { since: number }): Promise<SinceReply> {
    const past = await this.authorities.use(DOCUMENT, async (authority) => await authority.since(since));
    if (!past) return { ok: false, reason: "not-found" };
    return { ok: true, frame: clone({ document: DOCUMENT, ...past }) };
  }

  async #at({ version }: { version: number }): Promise<AtReply> {
    const doc = await this.authorities.use(DOCUMENT, async (authority) => await authority.docAt(version));
    return doc ? { ok: true, doc: doc.toJSON() } : { ok: false, reason: "unknown-version" };
  }

  async #commit(person: string, request: CommitRequest): Promise<CommitReply> {
    const parsed = commitRequest.safeParse(request);
    if (!parsed.success) return { ok: false, reason: "malformed" };
    const { commit, base, steps, undoes, schema } = parsed.data;
    if (schema !== SCHEMA_VERSION) return { ok: false, reason: "outdated" };
    const reason = this.refuse(commit);
    // What was taken once is answered with that for ever.
    if (reason && (await this.#store.find(DOCUMENT, [commit])).length === 0) return { ok: false, reason };
    try {
      const outcome = await this.authorities.use(
        DOCUMENT,
        async (authority) =>
          await commitSteps(authority, this.#store, {
            commit,
            base,
            steps: clone(steps),
            undoes: clone(undoes),
            person,
            via: "browser",
          }),
      );
      return outcome ?? { ok: false, reason: "not-found" };
    } catch {
      return { ok: false, reason: "unavailable" };
    }
  }
}

/** A page's line to a process. Nothing moves on it but by `carryUp` and `carryDown`. */
export class Line implements Connection {
  readonly #person: string;
  readonly #process: Process;
  #status: ConnectionStatus = "connecting";
  #up: Up[] = [];
  #down: Down[] = [];
  #joined = false;
  readonly #asked = new Set<Up>();
  readonly #listeners = new Set<() => void>();
  #steps: ((frame: StepsFrame) => void) | null = null;
  /** Requests whose answer the server is making. */
  working = 0;

  constructor(person: string, process: Process) {
    this.#person = person;
    this.#process = process;
    process.lines.push(this);
  }

  get idle(): boolean {
    return this.#up.length === 0 && this.#down.length === 0 && this.working === 0;
  }

  getSnapshot = (): ConnectionStatus => this.#status;
  subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  notify = () => undefined;
  close = () => undefined;
  retry = () => undefined;

  on(name: string, handler: (frame: never) => void): () => void {
    if (name === "document:steps") this.#steps = handler as (frame: StepsFrame) => void;
    return () => undefined;
  }

  request(name: string, payload: unknown): Promise<never> {
    return new Promise((resolve, reject) => {
      if (this.#status !== "online") {
        reject(new NoAnswer("there is no connection"));
        return;
      }
      const up: Up = {
        request: { name, payload: clone(payload) as never },
        answer: resolve as (reply: unknown) => void,
        fail: reject,
      };
      this.#asked.add(up);
      this.#up.push(up);
    });
  }

  connect(): void {
    if (this.#status === "online") return;
    this.#become("online");
  }

  /** What is on its way to the page is lost; what is on its way to the server may still arrive. */
  cut(): void {
    if (this.#status !== "online") return;
    this.#down = [];
    this.#joined = false;
    const asked = [...this.#asked];
    this.#asked.clear();
    for (const { fail } of asked) fail(new NoAnswer("the connection was lost"));
    this.#become("offline");
  }

  hear(down: Down): void {
    if (this.#status === "online" && this.#joined) this.#down.push(down);
  }

  /** Brings the oldest request to the server, which answers in its own time. */
  carryUp(): void {
    const up = this.#up.shift();
    if (!up) return;
    // A room is joined before what it missed is looked up.
    if (up.request.name === "document:open" && this.#asked.has(up)) this.#joined = true;
    this.working++;
    const process = this.#process.authorities;
    const answered = (reply: unknown) => {
      this.working--;
      if (process === this.#process.authorities && this.#asked.has(up))
        this.#down.push({ up, reply: clone(reply) });
    };
    void this.#process.answer(this.#person, up.request).then(answered, answered);
  }

  /** Brings the oldest message to the page; or loses, repeats or passes over it, as chance has it. */
  carryDown(random: Random, faults: number): void {
    const late = random.chance(faults) && this.#down.length > 1 ? 1 : 0;
    const [down] = this.#down.splice(late, 1);
    if (!down) return;
    if ("up" in down) {
      this.#asked.delete(down.up);
      if (random.chance(faults)) down.up.fail(new NoAnswer("the answer was lost"));
      else down.up.answer(down.reply);
      return;
    }
    if (random.chance(faults)) return;
    if (random.chance(faults)) this.#down.push(clone(down));
    this.#steps?.(down.frame);
  }

  #become(status: ConnectionStatus): void {
    this.#status = status;
    for (const listener of this.#listeners) listener();
  }
}

function clone<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value;
}
