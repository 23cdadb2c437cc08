import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import type { RunningServer } from "../../e2e/server.ts";
import { percentile } from "../collab/percentile.ts";
import { machineIdleMs, processorMs, residentMegabytes } from "../collab/process-use.ts";
import { SocketIo } from "../collab/socket-io.ts";
import type { Instance } from "./instance.ts";
import { ScaleTypist } from "./typist.ts";

export type Measured = {
  edits: number;
  skipped: number;
  p50: number;
  p95: number;
  transactions: number;
  /** Shares of one processor: of all server processes together, of PostgreSQL's, of the one that types. */
  core: number;
  postgres: number;
  client: number;
  idle: number;
  delayP99: number;
  working: { mean: number; most: number };
};

/** Two typists a document, spread over the processes so that the two of one document sit at different ones. */
export async function openAll(
  instance: Instance,
  servers: RunningServer[],
): Promise<{ typists: ScaleTypist[]; times: number[]; kilobytes: number }> {
  await pause(2_000);
  const before = resident(servers);
  const times: number[] = [];
  const typists: ScaleTypist[] = [];
  const count = instance.documents.length * 2;
  const open = async (index: number) => {
    const number = index % instance.documents.length;
    const half = Math.floor(index / instance.documents.length);
    const server = servers[(number + half) % servers.length];
    const socket = await SocketIo.connect({ port: server?.port ?? 0, token: instance.token(index) });
    typists.push(
      await ScaleTypist.join(socket, instance.documents[number] ?? "", (took) => times.push(took)),
    );
  };
  let next = 0;
  const lane = async () => {
    while (next < count) await open(next++);
  };
  await Promise.all(Array.from({ length: 16 }, lane));
  await pause(3_000);
  return {
    typists,
    times,
    kilobytes: ((resident(servers) - before) * 1_000) / instance.documents.length,
  };
}

/** Everybody types `perSecond` letters together, evenly spread, for so long. */
export async function typeAll(
  { typists, times }: { typists: ScaleTypist[]; times: number[] },
  { instance, servers }: { instance: Instance; servers: RunningServer[] },
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<Measured> {
  await spread(typists, { perSecond, seconds: 3 });
  times.length = 0;
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const begin = await used(instance, servers);
  const working: number[] = [];
  const looking = setInterval(() => {
    void instance.database().then((one) => working.push(one.working));
  }, 250);
  const skipped = await spread(typists, { perSecond, seconds });
  clearInterval(looking);
  const end = await used(instance, servers);
  delay.disable();
  const wall = end.at - begin.at;
  await pause(1_000);
  return {
    edits: (times.length / wall) * 1_000,
    skipped,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    transactions: ((end.transactions - begin.transactions) / wall) * 1_000,
    core: (end.servers - begin.servers) / wall,
    postgres: (end.processorMs - begin.processorMs) / wall,
    client: (end.client - begin.client) / wall,
    idle: (end.idle - begin.idle) / wall,
    delayP99: delay.percentile(99) / 1e6,
    working: { mean: working.reduce((a, b) => a + b, 0) / working.length, most: Math.max(...working) },
  };
}

/** Returns how many letters could not be typed because the one before was not acknowledged. */
async function spread(
  typists: ScaleTypist[],
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<number> {
  const began = performance.now();
  let skipped = 0;
  for (let typed = 0; performance.now() < began + seconds * 1_000;) {
    const due = ((performance.now() - began) * perSecond) / 1_000;
    for (; typed < due; typed++) if (!typists[(typed * 7) % typists.length]?.type()) skipped++;
    await pause(2);
  }
  return skipped;
}

async function used(instance: Instance, servers: RunningServer[]) {
  const { transactions, processorMs: postgres } = await instance.database();
  return {
    at: performance.now(),
    servers: servers.reduce((sum, { pid }) => sum + processorMs(pid), 0),
    client: processorMs(process.pid),
    idle: machineIdleMs(),
    transactions,
    processorMs: postgres,
  };
}

function resident(servers: RunningServer[]): number {
  return servers.reduce((sum, { pid }) => sum + residentMegabytes(pid), 0);
}
