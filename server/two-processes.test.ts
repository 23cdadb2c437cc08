import { randomBytes } from "node:crypto";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadConfig, testDatabaseUrl, testRedisUrl } from "./base/config.ts";
import { silentLog } from "./base/log.ts";
import type { Principal } from "./base/principal.ts";
import { documentCommitted } from "./documents/documents.ts";
import { newDocument } from "./guest-fixture.ts";
import { createCheckout } from "./repositories/checkout-fixture.ts";
import { createServices } from "./services.ts";
import type { Services } from "./services.ts";

const redisUrl = testRedisUrl();
const databaseUrl = redisUrl === undefined ? undefined : testDatabaseUrl();

/** Everything a process has but its sockets, twice, on one PostgreSQL and one Redis. */
describe.skipIf(databaseUrl === undefined)("two processes on one PostgreSQL and Redis", () => {
  const name = `chopin_processes_${randomBytes(6).toString("hex")}`;
  let one: Services;
  let two: Services;
  let mira: Principal;
  let document: string;
  let removeCheckout: () => void;

  beforeAll(async () => {
    await onServer((sql) => sql.unsafe(`create database ${name}`));
    const url = new URL(databaseUrl ?? "");
    url.pathname = `/${name}`;
    const checkout = await createCheckout();
    removeCheckout = () => checkout.remove();
    const config = loadConfig({
      DATABASE_URL: url.href,
      REDIS_URL: redisUrl,
      REPOSITORIES: checkout.directory,
    });
    [one, two] = await Promise.all([
      createServices({ config, log: silentLog }),
      createServices({ config, log: silentLog }),
    ]);
    const joined = await one.accounts.join({ name: "Mira" });
    if (!joined.ok) throw new Error(joined.reason);
    mira =
      (await two.accounts.authenticate(joined.token))?.principal ?? fail("the other process knows no login");
    document = await newDocument(one, mira, { title: "Shared", source: "Start.\n" });
  });

  afterAll(async () => {
    await one?.close();
    await two?.close();
    removeCheckout?.();
    await onServer((sql) => sql.unsafe(`drop database if exists ${name} with (force)`));
  });

  test("both starting at once leave one first document", async () => {
    const recent = await two.documents.recent(mira, { limit: 10 });
    expect(recent.ok && recent.documents.filter(({ title }) => title.startsWith("Welcome")).length).toBe(1);
  });

  test("an edit in one is heard and read in the other", async () => {
    const heard = new Promise<string>((resolve) => {
      two.events.on(documentCommitted, (committed) => resolve(committed.document));
    });
    await append(one, "Written in the first.");
    expect(await heard).toBe(document);
    expect(await sourceIn(two)).toContain("Written in the first.");
  });

  test("edits through both at once are all kept, in one order, each once", async () => {
    const lines = Array.from({ length: 20 }, (_, i) => `Line ${i} of ${i % 2 ? "one" : "two"}.`);
    await Promise.all(lines.map((line, i) => append(i % 2 ? one : two, line)));
    await expect.poll(async () => (await sourceIn(one)) === (await sourceIn(two))).toBe(true);
    const source = await sourceIn(one);
    for (const line of lines) expect(source.split(line).length, line).toBe(2);
  });

  test("a right taken away in one is gone in the other within a second", async () => {
    const joined = await one.accounts.join({ name: "Jonas" });
    if (!joined.ok) throw new Error(joined.reason);
    const jonas = (await two.accounts.authenticate(joined.token))?.principal ?? fail("no login");
    expect(await two.access.check(jonas, "write")).toEqual({ ok: true });
    await one.access.setRights(mira, {
      person: jonas.person,
      rights: { read: true, write: false, administer: false },
    });
    await expect
      .poll(() => two.access.check(jonas, "write"), { timeout: 1_000 })
      .toEqual({ ok: false, reason: "forbidden" });
  });

  /** Adds a paragraph at the end, reading again where somebody changed that very block. */
  async function append(process: Services, line: string): Promise<void> {
    for (let attempt = 0; attempt < 50; attempt++) {
      const read = await process.documents.read(mira, { id: document });
      if (!read.ok) throw new Error(read.reason);
      const last = read.blocks.at(-1) ?? fail("no block");
      const edited = await process.documents.edit(mira, {
        id: document,
        version: read.version,
        operations: [{ type: "insert", after: { index: last.index, digest: last.digest }, source: line }],
      });
      if (edited.ok) return;
      if (edited.reason !== "stale") throw new Error(edited.reason);
    }
    throw new Error(`never written: ${line}`);
  }

  async function sourceIn(process: Services): Promise<string> {
    const read = await process.documents.read(mira, { id: document });
    return read.ok ? read.source : read.reason;
  }
});

function fail(why: string): never {
  throw new Error(why);
}

async function onServer(work: (sql: postgres.Sql) => Promise<unknown>): Promise<void> {
  const sql = postgres(databaseUrl ?? "", { max: 1, onnotice: () => undefined });
  await work(sql);
  await sql.end();
}
