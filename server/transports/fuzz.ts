import { once } from "node:events";
import * as fc from "fast-check";
import type { Socket } from "socket.io-client";
import { SCHEMA_VERSION } from "@chopin/protocol/document";
import type { LiveFixture } from "./live-fixture.ts";
import { oddFrames } from "./odd-frames.ts";

/** Every reason that says what is wrong. A fault of ours ("unavailable") is none. */
const NAMED = new Set([
  "malformed",
  "invalid",
  "too-large",
  "too-many",
  "diverged",
  "outdated",
  "unknown-version",
  "not-found",
  "forbidden",
  "signed-out",
  "changed",
]);

/** Frames one socket sends before another takes over: it is not allowed many. */
const OF_ONE_SOCKET = 300;

/**
 * Sends `runs` frames that no page sends, and returns those that were not refused by name, each with its answer. They
 * are sampled, not shrunk: some nest too deep for that.
 */
export async function fuzz(
  live: LiveFixture,
  { seed, runs }: { seed: number; runs: number },
): Promise<string[]> {
  const wrong: string[] = [];
  let socket: Socket | null = null;
  for (const [index, frame] of fc.sample(oddFrames(live.document), { seed, numRuns: runs }).entries()) {
    if (index % OF_ONE_SOCKET === 0) {
      socket?.disconnect();
      socket = await enterAs(live, `Fuzzer ${seed} ${index}`);
    }
    if (!socket) break;
    const json = JSON.stringify(frame.payload) ?? "null";
    const reply = await askPlainly(socket, { id: 1_000 + index, event: frame.event, json });
    const { ok, reason = "" } = reply as { ok?: unknown; reason?: string };
    if (ok !== false || !NAMED.has(reason))
      wrong.push(`${frame.event} ${json.slice(0, 500)} → ${JSON.stringify(reply).slice(0, 200)}`);
  }
  socket?.disconnect();
  return wrong;
}

/** A page of somebody new, who has the document open. */
export async function enterAs(live: LiveFixture, name: string): Promise<Socket> {
  const socket = live.connect(await live.join(name));
  await once(socket as never, "connect");
  const request = { document: live.document, schema: SCHEMA_VERSION };
  const opened = (await socket.timeout(10_000).emitWithAck("document:open", request)) as { ok: boolean };
  if (!opened.ok) throw new Error("the document did not open");
  return socket;
}

/** Asks past socket.io's own client, which cannot send everything that a server may receive. */
export function askPlainly(
  socket: Socket,
  { id, event, json }: { id: number; event: string; json: string },
): Promise<unknown> {
  const { engine } = socket.io;
  return new Promise((resolve, reject) => {
    const lost = (why: string) => reject(new Error(`${why} by ${event} ${json.slice(0, 500)}`));
    const hear = (data: string) => {
      if (!data.startsWith(`3${id}[`)) return;
      engine.off("message", hear);
      socket.off("disconnect", lost);
      resolve((JSON.parse(data.slice(1 + String(id).length)) as unknown[])[0]);
    };
    engine.on("message", hear);
    socket.once("disconnect", lost);
    engine.write(`2${id}[${JSON.stringify(event)},${json}]`);
  });
}
