import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { schema } from "@chopin/document/schema";
import { newLetters } from "../bench/collab/ledger.ts";
import { LivePage } from "../e2e/live-page.ts";
import { newDocument } from "../server/guest-fixture.ts";
import { createLiveFixture } from "../server/transports/live-fixture.ts";
import type { LiveFixture } from "../server/transports/live-fixture.ts";

const TYPISTS = 10;
const MINUTES = 3;

let live: LiveFixture;
beforeAll(async () => (live = await createLiveFixture()));
afterAll(async () => await live.close());

test("ten people on a network that keeps going away end with one text, and no letter is lost or doubled", async () => {
  const { services, operator, origin } = live;
  const source = Array.from({ length: TYPISTS }, (_, i) => `Paragraph ${i}`).join("\n\n");
  const document = await newDocument(services, operator.principal, { title: "Dropped", source });
  const served = await services.documents.page(operator.principal, { id: document });
  if (!served.ok) throw new Error(served.reason);
  const { doc, version } = served;
  const pages: LivePage[] = [];
  for (let i = 0; i < TYPISTS; i++) {
    const { token } = await live.join(`Typist ${i}`);
    pages.push(new LivePage({ origin, token, document, doc, version }));
  }
  const letters: string[] = [];
  const next = newLetters();
  const end = Date.now() + MINUTES * 60_000;
  const typing = pages.map(async (page, own) => {
    while (Date.now() < end) {
      const letter = next();
      letters.push(letter);
      // Now and then in a paragraph of somebody else.
      page.type(letter, Math.random() < 0.8 ? own : Math.floor(Math.random() * TYPISTS));
      await pause(50 + Math.random() * 300);
    }
  });
  const drops = pages.map(async (page) => {
    while (Date.now() < end) {
      await pause(1_000 + Math.random() * 2_000);
      page.drop();
      await pause(1_000 + Math.random() * 2_000);
      page.comeBack();
    }
  });
  await Promise.all([...typing, ...drops]);
  await expect.poll(() => pages.every((page) => page.saved), { timeout: 30_000 }).toBe(true);
  const stored = await services.documents.page(operator.principal, { id: document });
  if (!stored.ok) throw new Error(stored.reason);
  await expect
    .poll(() => pages.every((page) => page.version === stored.version), { timeout: 60_000 })
    .toBe(true);
  for (const { state } of pages) expect(state.doc.toJSON()).toEqual(stored.doc);
  const text = schema.nodeFromJSON(stored.doc).textContent;
  expect(letters.length).toBeGreaterThan(5_000);
  expect(letters.filter((letter) => text.split(letter).length !== 2)).toEqual([]);
  for (const page of pages) page.close();
});
