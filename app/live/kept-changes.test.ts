import "fake-indexeddb/auto";
import { beforeEach, expect, test, vi } from "vitest";
import type { DocumentText, UnsavedStep } from "./document-text.ts";
import { createConnection } from "./connection.ts";
import { openJournal } from "./journal.ts";
import { KeptChanges } from "./kept-changes.ts";

/** Waits until something holds; a busy machine is given its time. */
const until = (holds: () => unknown) => vi.waitFor(holds, { timeout: 15_000 });

let name: string;
let count = 0;
beforeEach(() => {
  name = `kept-${++count}`;
});

const step: UnsavedStep = {
  serial: 1,
  undoes: null,
  step: { stepType: "replace", from: 1, to: 1, slice: { content: [{ type: "text", text: "kept words" }] } },
};

/** Leaves an entry in the journal, as a page that has ended does. */
async function leave(document = "d", steps = [step]): Promise<void> {
  const writer = openJournal({ name }).begin({ person: "ada", document, title: "Plan" });
  writer.note({ version: 3, inFlight: null, steps }, "next");
  await writer.release();
}

/**
 * What is not as it should be: the editor's code cannot be fetched; its steps went another way than its answer; the
 * document as it was is refused.
 */
type Odd = {
  loads?: () => boolean;
  answered?: "waiting" | "lost";
  version?: number;
  at?: (document: string) => object | null;
};

/** A text that holds one unsaved step until its commit is acknowledged. */
function oneStep({ answered = "waiting" }: Odd = {}): DocumentText {
  let version = 3;
  let inFlight: string | null = null;
  let steps = [step];
  return {
    version: () => version,
    unconfirmed: () => steps.length,
    inFlight: () => inFlight,
    take: (newId) => {
      if (steps.length === 0) return null;
      inFlight ??= newId();
      return { commit: inFlight, base: version, steps: [step.step], undoes: [] };
    },
    release: () => {
      inFlight = null;
    },
    receive: (_base, commits) => {
      version += commits.length;
      if (commits.some(({ commit }) => commit === inFlight)) steps = [];
      return "applied";
    },
    acknowledge: () => answered,
    restart: () => null,
    discard: () => undefined,
    unsaved: () => ({ version, inFlight: inFlight === null ? null : { commit: inFlight, count: 1 }, steps }),
    unconfirmedText: () => "kept words",
  };
}

/** A server's end: answers commits as it is told to. */
function follow(answer: (document: string) => object | null, odd: Odd = {}) {
  const taken: string[] = [];
  const stored = new Map<string, string[]>();
  const socket = {
    connected: true,
    on: () => undefined,
    off: () => undefined,
    connect: () => undefined,
    disconnect: () => undefined,
    emit: (event: string, ...[request, reply]: unknown[]) => {
      const say = reply as (answer: unknown) => void;
      const { commit, document } = request as { commit: string; document: string };
      if (event === "document:at") return say(odd.at?.(document) ?? { ok: true, doc: {} });
      if (event === "document:since") {
        const { since } = request as { since: number };
        const commits = (stored.get(document) ?? [])
          .slice(since - 3)
          .map((id) => ({ commit: id, person: "ada", via: "browser", steps: [] }));
        return say({
          ok: true,
          frame: { document, base: since, version: since + commits.length, commits },
        });
      }
      const refused = answer(document);
      if (refused) return say(refused);
      taken.push(commit);
      stored.set(document, [...(stored.get(document) ?? []), commit]);
      const version = odd.version ?? 4;
      say({ ok: true, base: version - 1, version });
    },
  };
  const due: (() => void)[] = [];
  const kept = new KeptChanges({
    journal: openJournal({ name }),
    connection: createConnection(socket),
    loadRestore: async () => {
      if (odd.loads?.() === false) throw new Error("not found");
      return () => oneStep(odd);
    },
    timers: { set: (work) => due.push(work), clear: () => undefined },
  });
  kept.follow("ada");
  return { kept, taken, due };
}

test("what an ended page left is saved under the id that was fixed for it, and then gone", async () => {
  await leave();
  const { kept, taken } = follow(() => null);
  await until(() => expect(taken).toEqual(["next"]));
  await until(() => expect(kept.getSnapshot()).toEqual([]));
  const later = follow(() => null);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(later.taken).toEqual([]);
});

test("what is refused stays with the reason and its text, and is tried again when it may be saved", async () => {
  await leave();
  let refusal: object | null = { ok: false, reason: "forbidden" };
  const { kept, taken } = follow(() => refusal);
  const stuck = { reason: "rights", text: "kept words" };
  await until(() => expect(kept.getSnapshot()).toMatchObject([{ document: "d", title: "Plan", stuck }]));
  refusal = null;
  kept.tryAgain();
  await until(() => expect(kept.getSnapshot()).toEqual([]));
  expect(taken).toHaveLength(1);
});

test("what is discarded is gone", async () => {
  await leave();
  const { kept, taken } = follow(() => ({ ok: false, reason: "too-large" }));
  await until(() => expect(kept.getSnapshot()[0]?.stuck?.reason).toBe("too-large"));
  await kept.discard(kept.getSnapshot()[0]?.id ?? "");
  expect(kept.getSnapshot()).toEqual([]);
  const later = follow(() => null);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect([...taken, ...later.taken]).toEqual([]);
});

test("a server that does not answer is asked again, and nothing is told as refused", async () => {
  await leave();
  let away = true;
  const { kept, taken, due } = follow(() => (away ? { ok: false, reason: "unavailable" } : null));
  await until(() => expect(due.length).toBeGreaterThan(1));
  expect(kept.getSnapshot()).toMatchObject([{ stuck: null, changes: 1 }]);
  away = false;
  for (const work of due.splice(0)) work();
  await until(() => expect(kept.getSnapshot()).toEqual([]));
  expect(taken).toHaveLength(1);
});

test("text whose editor the server has no more is kept, and saved once it can be loaded", async () => {
  await leave();
  let there = false;
  const { kept, taken } = follow(() => null, { loads: () => there });
  await until(() => expect(kept.getSnapshot()[0]?.stuck?.reason).toBe("outdated"));
  expect(taken).toEqual([]);
  there = true;
  kept.tryAgain();
  await until(() => expect(kept.getSnapshot()).toEqual([]));
  expect(taken).toEqual(["next"]);
});

test("text that is answered as saved and is nowhere stays to be copied", async () => {
  const error = vi.spyOn(console, "error").mockReturnValue();
  await leave();
  const { kept } = follow(() => null, { answered: "lost", version: 3 });
  await until(() => expect(kept.getSnapshot()[0]?.stuck).toEqual({ reason: "changed", text: "kept words" }));
  error.mockRestore();
});

test("a document that is not answered for holds up no other", async () => {
  for (const document of ["troubled", "d", "away"]) await leave(document);
  const at = (document: string) => (document === "away" ? { ok: false, reason: "unavailable" } : null);
  const { kept, taken, due } = follow(
    (document) => (document === "troubled" ? { ok: false, reason: "unavailable" } : null),
    { at },
  );
  await until(() => expect(taken).toHaveLength(1));
  await until(() =>
    expect(kept.getSnapshot().map(({ document }) => document)).toEqual(
      expect.arrayContaining(["troubled", "away"]),
    ),
  );
  await until(() => expect(kept.getSnapshot()).toHaveLength(2));
  expect(kept.getSnapshot().every(({ stuck }) => stuck === null)).toBe(true);
  expect(due.length).toBeGreaterThan(1);
});

test("a damaged entry is told with whatever of it is legible, and holds up no other", async () => {
  const torn = { ...step, serial: 2, step: null as never };
  const nodes = { ...step, serial: 3, step: { ...step.step, slice: { content: [null, 7, { text: 5 }] } } };
  await leave("torn", [step, torn, nodes]);
  await leave();
  const { kept, taken } = follow(() => null, {
    at: (document) => (document === "torn" ? { ok: false, reason: "malformed" } : null),
  });
  const stuck = { reason: "invalid", text: "kept words" };
  await until(() => expect(kept.getSnapshot()).toMatchObject([{ document: "torn", stuck }]));
  await until(() => expect(taken).toHaveLength(1));
});
