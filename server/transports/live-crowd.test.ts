import { once } from "node:events";
import { Node } from "prosemirror-model";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { SCHEMA_VERSION } from "@chopin/protocol/document";
import type { OpenReply, PresenceFrame } from "@chopin/protocol/document";
import { Authority } from "../documents/authority.ts";
import { newDocument } from "../guest-fixture.ts";
import { churn } from "./churn.ts";
import { createLiveFixture } from "./live-fixture.ts";
import type { LiveFixture } from "./live-fixture.ts";

let live: LiveFixture;
beforeAll(async () => {
  live = await createLiveFixture();
});
afterAll(() => live.close());
afterEach(() => void vi.restoreAllMocks());

test("a hundred people who join a long document at one moment are all in, and all see all", async () => {
  const source = Array.from({ length: 300 }, (_, line) => `${line} `.padEnd(100, "score ")).join("\n\n");
  const document = await newDocument(live.services, live.operator.principal, { title: "Crowded", source });
  const guests = await Promise.all(Array.from({ length: 100 }, (_, index) => live.join(`Of many ${index}`)));
  const seen = guests.map(() => new Set<string>());
  const join = async (guest: (typeof guests)[number], index: number) => {
    const socket = live.connect(guest);
    socket.on("document:people", ({ came, left }: PresenceFrame) => {
      for (const { person } of came) seen[index]?.add(person);
      for (const person of left) seen[index]?.delete(person);
    });
    await once(socket as never, "connect");
    const request = { document, schema: SCHEMA_VERSION };
    const reply: OpenReply = await socket.timeout(60_000).emitWithAck("document:open", request);
    if (reply.ok) for (const { person } of reply.people) seen[index]?.add(person);
    return reply;
  };
  const loads = vi.spyOn(Authority, "load");
  const written = vi.spyOn(Node.prototype, "toJSON");
  const replies = await Promise.all(guests.map(join));
  expect(loads.mock.calls.filter(([id]) => id === document).length).toBeLessThanOrEqual(1);
  const whole = (written.mock.contexts as Node[]).filter(
    (node) => node.type.name === "doc" && node.childCount === 300,
  );
  expect(whole).toHaveLength(1);
  expect(replies.filter(({ ok }) => !ok)).toEqual([]);
  await expect.poll(() => seen.map(({ size }) => size), { timeout: 20_000 }).toEqual(Array(100).fill(100));
});

test("three hundred pages that come and go at once leave nothing behind", async () => {
  const before = live.left();
  await churn(live, { times: 300, atOnce: 30 });
  await expect.poll(() => live.left(), { timeout: 30_000 }).toEqual(before);
});
