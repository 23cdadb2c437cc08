import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import postgres from "postgres";
import { io } from "socket.io-client";
import type { Socket } from "socket.io-client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SCHEMA_VERSION } from "@chopin/protocol/document";
import type {
  CommitReply,
  OpenReply,
  PresenceFrame,
  PresentPerson,
  RightsFrame,
  StepsFrame,
} from "@chopin/protocol/document";
import { withPresence } from "../app/live/people.ts";
import { loadConfig, testDatabaseUrl, testRedisUrl } from "../server/base/config.ts";
import { silentLog } from "../server/base/log.ts";
import { joinAs, newDocument } from "../server/guest-fixture.ts";
import type { Guest } from "../server/guest-fixture.ts";
import { createServices } from "../server/services.ts";
import type { Services } from "../server/services.ts";
import build from "./build.ts";
import { makeCheckout } from "./checkout.ts";
import { FaultyProxy } from "./network/faulty-proxy.ts";
import { startServer } from "./server.ts";
import type { RunningServer } from "./server.ts";

/** Two production processes on one PostgreSQL and one Redis; this process prepares people and reads what is stored. */

const admin = testDatabaseUrl();
const redis = testRedisUrl();

describe.skipIf(!admin || !redis)("two processes on one PostgreSQL", () => {
  const name = `chopin_processes_${process.pid}_${randomBytes(4).toString("hex")}`;
  const sockets: Socket[] = [];
  let directory: string;
  let environment: Record<string, string>;
  let services: Services;
  let first: RunningServer;
  let second: RunningServer;
  let operator: Guest;

  beforeAll(async () => {
    build();
    directory = mkdtempSync(path.join(tmpdir(), "chopin-processes-"));
    await onServer((sql) => sql.unsafe(`create database ${name}`));
    const own = new URL(admin ?? "");
    own.pathname = `/${name}`;
    environment = {
      DATABASE_URL: own.href,
      REDIS_URL: redis ?? "",
      DATA_DIR: path.join(directory, "data"),
      REPOSITORIES: makeCheckout(path.join(directory, "score")),
    };
    // Both at once on an empty database: one migrates, the other waits for it.
    [first, second] = await Promise.all([startServer(environment), startServer(environment)]);
    services = await createServices({ config: loadConfig(environment), log: silentLog });
    operator = await join("Operator");
  }, 180_000);

  afterAll(async () => {
    for (const socket of sockets) socket.disconnect();
    await services?.close();
    await Promise.all([first?.stop(), second?.stop()]);
    await onServer((sql) => sql.unsafe(`drop database if exists ${name} with (force)`));
    rmSync(directory, { recursive: true, force: true });
  }, 60_000);

  const join = async (who: string) => await joinAs(services, who);
  const documentOf = async (title: string) =>
    await newDocument(services, operator.principal, { title, source: "Begin" });

  type Tab = { socket: Socket; document: string; version: number; frames: StepsFrame[] };

  async function open({ origin }: RunningServer, guest: Guest, document: string): Promise<Tab> {
    const headers = { origin, cookie: `chopin_login=${guest.token}` };
    const options = { transports: ["websocket"], extraHeaders: headers, reconnection: false, forceNew: true };
    const socket = io(origin, options);
    sockets.push(socket);
    const frames: StepsFrame[] = [];
    socket.on("document:steps", (frame: StepsFrame) => frames.push(frame));
    await once(socket as never, "connect");
    const request = { document, schema: SCHEMA_VERSION };
    const reply: OpenReply = await socket.timeout(5_000).emitWithAck("document:open", request);
    if (!reply.ok) throw new Error(reply.reason);
    return { socket, document, version: reply.version, frames };
  }

  function type(tab: Tab, text: string, base = tab.version): Promise<CommitReply> {
    const slice = { content: [{ type: "text", text }] };
    const steps = [{ stepType: "replace", from: 1, to: 1, slice }];
    const request = { document: tab.document, commit: randomUUID(), base, schema: SCHEMA_VERSION, steps };
    return tab.socket.timeout(10_000).emitWithAck("document:commit", request);
  }

  async function source(document: string): Promise<string> {
    const read = await services.documents.read(operator.principal, { id: document });
    return read.ok ? read.source : read.reason;
  }

  test("what is typed through one reaches the pages of the other", async () => {
    const document = await documentOf("Passed on");
    const [ada, bo] = [await join("Ada"), await join("Bo")];
    const [here, there] = [await open(first, ada, document), await open(second, bo, document)];
    expect(await type(here, "through the first ")).toMatchObject({ ok: true });
    await expect.poll(() => JSON.stringify(there.frames)).toContain("through the first ");
    expect(await type(there, "through the second ", there.frames.at(-1)?.version)).toMatchObject({
      ok: true,
    });
    await expect.poll(() => JSON.stringify(here.frames)).toContain("through the second ");
  });

  test("both write at once: every acknowledged commit is stored once, in one order", async () => {
    const document = await documentOf("At once");
    const writers = [
      await open(first, await join("Left"), document),
      await open(second, await join("Right"), document),
    ];
    const words = writers.map((_, writer) => Array.from({ length: 30 }, (_, n) => `w${writer}n${n}.`));
    const replies = await Promise.all(
      writers.flatMap((tab, writer) => (words[writer] ?? []).map((word) => type(tab, word))),
    );
    expect(replies.filter((reply) => !reply.ok)).toEqual([]);
    const text = await source(document);
    for (const word of words.flat()) expect(text.split(word), word).toHaveLength(2);
    const end = Math.max(...replies.map((reply) => (reply.ok ? reply.version : 0)));
    for (const { frames } of writers) await expect.poll(() => frames.at(-1)?.version).toBe(end);
    expect(JSON.stringify(stepsOf(writers[0]))).toBe(JSON.stringify(stepsOf(writers[1])));
  });

  test("people of both see each other", async () => {
    const document = await documentOf("Company");
    const here = await open(first, await join("Here"), document);
    let people: PresentPerson[] = [];
    here.socket.on("document:people", (frame: PresenceFrame) => (people = withPresence(people, frame)));
    const names = () => people.map(({ name }) => name).toSorted();
    const there = await open(second, await join("There"), document);
    await expect.poll(names).toEqual(["Here", "There"]);
    there.socket.disconnect();
    await expect.poll(names).toEqual(["Here"]);
  });

  test("a login ended elsewhere closes its pages in every process within a second", async () => {
    const guest = await join("Goes");
    const document = await documentOf("Left behind");
    const tabs = [await open(first, guest, document), await open(second, guest, document)];
    const closed = Promise.all(tabs.map(({ socket }) => once(socket as never, "disconnect")));
    const began = performance.now();
    await services.accounts.signOut(guest.principal);
    await closed;
    expect(performance.now() - began).toBeLessThan(1_000);
  });

  test("a right taken elsewhere is gone in every process within a second", async () => {
    const guest = await join("Demoted");
    const document = await documentOf("Read only");
    const tab = await open(second, guest, document);
    const told = new Promise<RightsFrame>((resolve) => tab.socket.once("document:rights", resolve));
    const began = performance.now();
    await services.access.setRights(operator.principal, {
      person: guest.principal.person,
      rights: { read: true, write: false, administer: false },
    });
    expect((await told).rights.write).toBe(false);
    expect(performance.now() - began).toBeLessThan(1_000);
    expect(await type(tab, "too late")).toMatchObject({ ok: false, reason: "forbidden" });
  });

  describe("while the events between them are lost", () => {
    let line: FaultyProxy;
    let deaf: RunningServer;

    beforeAll(async () => {
      const { hostname, port } = new URL(redis ?? "");
      line = await FaultyProxy.listen({ host: hostname, port: Number(port || 6379) });
      deaf = await startServer({ ...environment, REDIS_URL: line.origin.replace("http", "redis") });
      line.silence();
    }, 60_000);
    afterAll(async () => {
      await deaf?.stop();
      await line?.close();
    });

    test("a right to read taken elsewhere ends what an open page hears within a second", async () => {
      const document = await documentOf("Unheard");
      const guest = await join("Shut out unheard");
      const [out, writer] = [
        await open(deaf, guest, document),
        await open(deaf, await join("Goes on"), document),
      ];
      expect(await type(writer, "heard ")).toMatchObject({ ok: true });
      await expect.poll(() => JSON.stringify(out.frames)).toContain("heard ");
      const told = new Promise<RightsFrame>((resolve) => out.socket.once("document:rights", resolve));
      await services.access.setRights(operator.principal, {
        person: guest.principal.person,
        rights: { read: false, write: false, administer: false },
      });
      await pause(1_000);
      expect(await type(writer, "secret ")).toMatchObject({ ok: true });
      await expect.poll(() => JSON.stringify(writer.frames)).toContain("secret ");
      expect((await told).rights.read).toBe(false);
      expect(JSON.stringify(out.frames)).not.toContain("secret ");
      expect(await type(out, "too late")).toMatchObject({ ok: false, reason: "forbidden" });
    });

    test("a login ended elsewhere closes its pages as soon as there is something to hear", async () => {
      const document = await documentOf("Signed out unheard");
      const guest = await join("Goes unheard");
      const [out, writer] = [
        await open(deaf, guest, document),
        await open(deaf, await join("Stays"), document),
      ];
      const closed = once(out.socket as never, "disconnect");
      await services.accounts.signOut(guest.principal);
      await pause(1_000);
      expect(await type(writer, "secret ")).toMatchObject({ ok: true });
      await closed;
      expect(JSON.stringify(out.frames)).not.toContain("secret ");
    });
  });

  test("neither a stop, which leaves with 0, nor a crash loses what was acknowledged", async () => {
    const document = await documentOf("Survives");
    const guest = await join("Types on");
    for (const signal of ["SIGTERM", "SIGKILL"] as const) {
      const server = await startServer(environment);
      const tab = await open(server, guest, document);
      const acknowledged: string[] = [];
      const typing = Array.from({ length: 20 }, async (_, n) => {
        const word = `${signal}${n}.`;
        const reply = await type(tab, word).catch(() => null);
        if (reply?.ok) acknowledged.push(word);
      });
      await Promise.race(typing);
      expect(await server.stop(signal)).toBe(signal === "SIGTERM" ? 0 : null);
      tab.socket.disconnect();
      await Promise.all(typing);
      expect(acknowledged.length).toBeGreaterThan(0);
      const text = await source(document);
      for (const word of acknowledged) expect(text).toContain(word);
    }
  }, 60_000);

  async function onServer(work: (sql: postgres.Sql) => Promise<unknown>): Promise<void> {
    const sql = postgres(admin ?? "", { max: 1, onnotice: () => undefined });
    await work(sql).finally(() => sql.end({ timeout: 5 }));
  }
});

/** Every commit a tab received, in order and once. */
function stepsOf(tab: { frames: StepsFrame[] } | undefined): [string, unknown][] {
  const commits = (tab?.frames ?? []).flatMap((frame) => frame.commits);
  return [...new Map(commits.map((one) => [one.commit, one.steps] as [string, unknown]))];
}
