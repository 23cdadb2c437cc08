import { randomInt } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { startServer } from "../../e2e/server.ts";
import type { RunningServer } from "../../e2e/server.ts";
import { people, read, withServices } from "../collab/chopin-side.ts";
import { ChopinTypist } from "../collab/chopin-typist.ts";
import { FrameReader } from "../collab/frame-reader.ts";
import { Ledger, newLetters } from "../collab/ledger.ts";
import { atRest, type } from "../collab/load.ts";
import { SocketIo } from "../collab/socket-io.ts";

/** What became of everything that was typed while servers were killed. */
export type Survived = {
  kills: number;
  acknowledged: number;
  missing: number;
  doubled: number;
  differing: number;
  resent: number;
};

const TYPISTS = 10;
const EVERY_MS = 100;

/**
 * Ten people type ten letters a second each while the servers are killed, one after another and at any moment, and
 * started again on the same data. Whoever loses a connection looks for a server that answers and goes on.
 */
export async function typeThroughKills(
  environment: Record<string, string>,
  { processes, kills }: { processes: number; kills: number },
): Promise<Survived> {
  const prepared = { documents: 1, typistsPerDocument: TYPISTS };
  const { documents, tokens } = await withServices(
    environment,
    async (services) => await people(services, prepared),
  );
  const servers: RunningServer[] = [];
  for (let i = 0; i < processes; i++) servers.push(await startServer(environment));
  const ledger = new Ledger();
  const typists = tokens.map((token, index) => {
    const document = { number: 0, id: documents[0] ?? "" };
    const place = { index, document, paragraph: index, full: true, patient: true, ledger };
    return { token, typist: new ChopinTypist(new FrameReader(), place) };
  });
  const ending = new AbortController();
  const { signal } = ending;
  const ports = servers.map(({ port }) => port);
  const staying = typists.map(async (one) => await stayConnected(one, { ports, signal }));
  const all = typists.map(({ typist }) => typist);
  const typing = new AbortController();
  const typed = type(all, { letter: newLetters(), everyMs: EVERY_MS, signal: typing.signal });
  for (let kill = 0; kill < kills; kill++) {
    await pause(randomInt(300, 1_500));
    const killed = kill % processes;
    await servers[killed]?.stop("SIGKILL");
    servers[killed] = await startServer({ ...environment, PORT: String(ports[killed]) });
  }
  await pause(1_000);
  typing.abort();
  await typed;
  await atRest(all, ledger);
  for (const typist of all) typist.fetch();
  await pause(1_000);
  const shown = all.map((typist) => typist.shown);
  ending.abort();
  await Promise.all(staying);
  for (const server of servers) await server.stop();
  const [stored = ""] = await withServices(
    environment,
    async (services) => await read(services, documents, tokens),
  );
  return {
    kills,
    ...count(stored, ledger),
    resent: all.reduce((sum, { resent }) => sum + resent, 0),
    differing: shown.filter((text) => text !== stored).length,
  };
}

/** Connects, and again whenever the connection is lost, to any of the servers, until the signal. */
async function stayConnected(
  { token, typist }: { token: string; typist: ChopinTypist },
  { ports, signal }: { ports: number[]; signal: AbortSignal },
): Promise<void> {
  while (!signal.aborted) {
    const port = ports[randomInt(ports.length)] ?? 0;
    const socket = await SocketIo.connect({ port, token }).catch(() => null);
    const joined = await (socket &&
      typist
        .join(socket)
        .then(() => true)
        .catch(() => false));
    if (socket && joined) {
      await new Promise<void>((resolve) => {
        socket.lost = resolve;
        signal.addEventListener("abort", () => resolve(), { once: true });
      });
      typist.lose();
    }
    socket?.close();
    await pause(signal.aborted ? 0 : 50);
  }
}

function count(text: string, ledger: Ledger) {
  const times = new Map<string, number>();
  for (const character of text) times.set(character, (times.get(character) ?? 0) + 1);
  const letters = ledger.acknowledgedLetters;
  return {
    acknowledged: letters.length,
    missing: letters.filter((letter) => !times.has(letter)).length,
    doubled: ledger.letters.filter((letter) => (times.get(letter) ?? 0) > 1).length,
  };
}
