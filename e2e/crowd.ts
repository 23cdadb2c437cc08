import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import postgres from "postgres";
import { loadConfig } from "../server/base/config.ts";
import { silentLog } from "../server/base/log.ts";
import type { Principal } from "../server/base/principal.ts";
import { joinAs, newDocument } from "../server/guest-fixture.ts";
import { createServices } from "../server/services.ts";
import type { Services } from "../server/services.ts";
import { makeCheckout } from "./checkout.ts";
import { KEEPING } from "./converge/edits.ts";
import { seeded } from "./converge/random.ts";
import type { OwnRedis } from "./own-redis.ts";
import { LivePage } from "./live-page.ts";
import { startServer } from "./server.ts";
import type { RunningServer } from "./server.ts";

/** Several production processes on one database and a Redis of their own, and people who type through all of them. */
export class Crowd {
  readonly servers: RunningServer[];
  readonly services: Services;
  readonly operator: Principal;
  /** Name of the database. */
  readonly database: string;
  readonly pages: LivePage[] = [];
  /** Every character is typed once, so that a lost or doubled one shows. */
  readonly letters: string[] = [];
  readonly #random = seeded(7);
  #givenUp = "";
  readonly #close: () => Promise<void>;

  /** `line`: a port of this machine by which the processes reach PostgreSQL; this one goes there directly. */
  static async gather(options: {
    processes: number;
    admin: string;
    redis: OwnRedis;
    line?: number;
  }): Promise<Crowd> {
    const name = `chopin_crowd_${process.pid}_${randomBytes(4).toString("hex")}`;
    const directory = mkdtempSync(path.join(tmpdir(), "chopin-crowd-"));
    const sql = postgres(options.admin, { max: 1, onnotice: () => undefined });
    await sql.unsafe(`create database ${name}`);
    const own = new URL(options.admin);
    own.pathname = `/${name}`;
    const environment = {
      DATABASE_URL: own.href,
      REDIS_URL: options.redis.url,
      DATA_DIR: path.join(directory, "data"),
      REPOSITORIES: makeCheckout(path.join(directory, "score")),
    };
    const steered = new URL(own);
    if (options.line) Object.assign(steered, { hostname: "127.0.0.1", port: String(options.line) });
    const starting = Array.from({ length: options.processes }, () =>
      startServer({ ...environment, DATABASE_URL: steered.href }),
    );
    const servers = await Promise.all(starting);
    const services = await createServices({ config: loadConfig(environment), log: silentLog });
    const { principal } = await joinAs(services, "Operator");
    const close = async () => {
      await services.close();
      await Promise.all(servers.map((server) => server.stop()));
      await sql.unsafe(`drop database if exists ${name} with (force)`);
      await sql.end();
      rmSync(directory, { recursive: true, force: true });
    };
    return new Crowd({ servers, services, operator: principal, database: name, close });
  }

  private constructor(parts: {
    servers: RunningServer[];
    services: Services;
    operator: Principal;
    database: string;
    close: () => Promise<void>;
  }) {
    this.servers = parts.servers;
    this.services = parts.services;
    this.operator = parts.operator;
    this.database = parts.database;
    this.#close = parts.close;
  }

  async newDocument(title: string): Promise<string> {
    const source = "first words\n\n- one\n- two\n\nlast words\n";
    return await newDocument(this.services, this.operator, { title, source });
  }

  /** Opens a page at a process. */
  async open(document: string, server: RunningServer | undefined, { keep = true } = {}): Promise<LivePage> {
    const { token } = await joinAs(
      this.services,
      `Person ${this.pages.length} ${randomBytes(3).toString("hex")}`,
    );
    const text = await this.services.documents.page(this.operator, { id: document });
    if (!text.ok || !server) throw new Error("no such document or process");
    const { doc, version } = text;
    const page = new LivePage({ origin: server.origin, token, document, doc, version });
    if (keep) this.pages.push(page);
    return page;
  }

  /** Everybody edits at random for so many milliseconds. */
  async edit(milliseconds: number): Promise<void> {
    for (const until = performance.now() + milliseconds; performance.now() < until;) {
      const page = this.#random.pick(this.pages);
      const known = this.letters.length;
      this.#random.pick(KEEPING)(page.state, page.edit, this.#random, () => this.letter());
      const { textContent } = page.state.doc;
      // What the page itself does not take, as where blocks would nest too deep, was never typed.
      const typed = this.letters.slice(known).filter((letter) => textContent.includes(letter));
      this.letters.splice(known, Infinity, ...typed);
      await pause(this.#random.below(12));
    }
  }

  letter(): string {
    const next = String.fromCodePoint(0xe000 + this.letters.length);
    this.letters.push(next);
    return next;
  }

  /** Waits until every page has what is stored; what is wrong, or null. Nobody types meanwhile. */
  async apart(document: string, within: number): Promise<string | null> {
    for (const until = performance.now() + within; ;) {
      const wrong = await this.#wrong(document);
      if (wrong === null || performance.now() > until) return wrong;
      await pause(50);
    }
  }

  async #wrong(document: string): Promise<string | null> {
    for (const { channel } of this.pages) {
      const { saving } = channel.getSnapshot();
      // Two edits that fit alone may nest too deep together; then the later one is refused until it is taken back.
      if (saving.kind !== "refused" || !saving.detail?.includes("nest more than")) continue;
      this.#givenUp += channel.unconfirmedText();
      channel.discardUnconfirmed();
    }
    const unsaved = this.pages.findIndex((page) => !page.saved);
    if (unsaved >= 0)
      return `page ${unsaved}: ${JSON.stringify(this.pages[unsaved]?.channel.getSnapshot().saving)}`;
    const stored = await this.services.documents.page(this.operator, { id: document });
    if (!stored.ok) return stored.reason;
    const want = JSON.stringify(stored.doc);
    const other = this.pages.findIndex(({ state }) => JSON.stringify(state.doc.toJSON()) !== want);
    if (other >= 0)
      return `page ${other} is at ${this.pages[other]?.version}, the database at ${stored.version}`;
    const lost = this.pages.map(({ channel }) => channel.getSnapshot().lost ?? "").join("") + this.#givenUp;
    const times = this.letters.map((letter) => want.split(letter).length - 1);
    const wrong = this.letters.filter(
      (letter, i) => times[i] !== 1 && !(times[i] === 0 && lost.includes(letter)),
    );
    return wrong.length === 0 ? null : `${wrong.length} characters are not there once`;
  }

  async close(): Promise<void> {
    for (const page of this.pages) page.close();
    await this.#close();
  }
}
