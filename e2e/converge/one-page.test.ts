import { randomUUID } from "node:crypto";
import { TextSelection } from "prosemirror-state";
import { toggleMark } from "prosemirror-commands";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { schema } from "@chopin/document/schema";
import { collabState, mapFromVersion } from "../../app/editor/collab/collab.ts";
import { NoAnswer } from "../../app/live/connection.ts";
import { undo } from "../../app/editor/collab/undo.ts";
import { MemoryStore } from "./memory-store.ts";
import { DOCUMENT, Line, Process } from "./network.ts";
import { Page } from "./page.ts";
import { seeded } from "./random.ts";

const random = seeded(1);
let store: MemoryStore;
let server: Process;
let ada: Page;
let bob: Page;

beforeEach(async () => {
  const paragraphs = ["one", "two"].map((text) => schema.node("paragraph", null, schema.text(text)));
  const doc = schema.node("doc", null, paragraphs).toJSON() as unknown;
  store = new MemoryStore(doc);
  server = new Process(store, (group) => server.broadcast(group));
  ada = new Page(new Line("ada", server), doc, () => randomUUID());
  bob = new Page(new Line("bob", server), doc, () => randomUUID());
  for (const page of [ada, bob]) page.line.connect();
  await quiet();
});

const type = (page: Page, at: number, text: string) => page.edit(page.state.tr.insertText(text, at));
const saving = (page: Page) => page.channel.getSnapshot().saving;
const texts = () => [ada, bob].map((page) => page.state.doc.textBetween(0, page.state.doc.content.size, "|"));

/** Carries everything there is, until nothing moves. */
async function quiet(pages: readonly Page[] = [ada, bob]): Promise<void> {
  for (let still = 0; still < 3;) {
    const idle = pages.every((page) => page.line.idle);
    for (const { line } of pages) {
      line.carryUp();
      line.carryDown(random, 0);
    }
    await new Promise((resolve) => setImmediate(resolve));
    still = idle ? still + 1 : 0;
  }
}

/** Carries what a page sends to the server, and lets the answers be lost with the line. */
async function sendAndCut(page: Page): Promise<void> {
  page.line.carryUp();
  await quiet([]);
  page.line.cut();
}

describe("what is typed", () => {
  test("is saved once the authority said so, and seen by others", async () => {
    type(ada, 4, "!");
    expect(saving(ada)).toEqual({ kind: "saving" });
    await quiet();
    expect(saving(ada)).toEqual({ kind: "saved" });
    expect(texts()).toEqual(["one!|two", "one!|two"]);
  });

  test("is there once when the answer was lost", async () => {
    type(ada, 4, "!");
    await sendAndCut(ada);
    expect(store.version).toBe(1);
    expect(saving(ada)).toEqual({ kind: "offline", changes: 1 });
    ada.line.connect();
    await quiet();
    expect(texts()).toEqual(["one!|two", "one!|two"]);
    expect(store.commits).toHaveLength(1);
  });

  test("offline is counted, kept and sent later, beside what others wrote", async () => {
    ada.line.cut();
    type(ada, 4, "!");
    type(ada, 1, "* ");
    type(bob, 4, "?");
    await quiet();
    expect(saving(ada)).toEqual({ kind: "offline", changes: 2 });
    ada.line.connect();
    await quiet();
    expect(saving(ada)).toEqual({ kind: "saved" });
    expect(texts()).toEqual(["* one?!|two", "* one?!|two"]);
  });

  test("keeps its place when more was missed than comes at once", async () => {
    server.wholly = () => true;
    type(ada, 4, "!");
    await sendAndCut(ada);
    type(ada, 5, "?");
    await quiet([bob]);
    type(bob, 5, " and more");
    type(bob, 1, "not ");
    await quiet([bob]);
    ada.line.connect();
    await quiet();
    expect(ada.channel.getSnapshot()).toMatchObject({ saving: { kind: "saved" }, lost: null });
    expect(texts()).toEqual(["not one! and more?|two", "not one! and more?|two"]);
  });

  test("is fetched by version when a frame was lost", async () => {
    type(bob, 1, "b");
    bob.line.carryUp();
    await quiet([bob]);
    ada.line.carryDown(seeded(0), 1);
    type(bob, 1, "c");
    await quiet();
    expect(texts()).toEqual(["cbone|two", "cbone|two"]);
  });
});

describe("what is refused", () => {
  test("stays in the text with its reason, and what is typed next joins it", async () => {
    let refused = true;
    server.refuse = () => (refused ? "too-large" : null);
    type(ada, 4, " large");
    await quiet();
    expect(saving(ada)).toMatchObject({ kind: "refused", reason: "too-large", changes: 1 });
    expect(ada.channel.unconfirmedText()).toBe("one large");
    type(bob, 9, "!");
    refused = false;
    type(ada, 10, "r");
    await quiet();
    expect(saving(ada)).toEqual({ kind: "saved" });
    expect(store.commits.map(({ steps }) => steps.length)).toContain(2);
    expect(texts()[0]).toBe(texts()[1]);
  });

  test("is said without a break while it is tried again, and no longer than it is so", async () => {
    let refused = true;
    server.refuse = () => (refused ? "too-large" : null);
    type(ada, 4, " large");
    await quiet();
    for (const again of [() => type(ada, 10, "r"), () => ada.timers.pass(2_000)]) {
      again();
      expect(saving(ada)).toMatchObject({ kind: "refused", reason: "too-large" });
      await quiet();
    }
    refused = false;
    type(ada, 11, "!");
    await quiet();
    expect(saving(ada)).toEqual({ kind: "saved" });
    type(ada, 12, "!");
    expect(saving(ada)).toEqual({ kind: "saving" });
  });

  test("is tried again by itself, without another letter", async () => {
    let refused = true;
    server.refuse = () => (refused ? "invalid" : null);
    type(ada, 4, "!");
    await quiet();
    refused = false;
    ada.timers.pass(2_000);
    await quiet();
    expect(saving(ada)).toEqual({ kind: "saved" });
  });

  test("can be taken back, and then is gone from the undo history as well", async () => {
    server.refuse = () => "too-large";
    type(ada, 4, " large");
    await quiet();
    ada.channel.discardUnconfirmed();
    expect(texts()[0]).toBe("one|two");
    expect(saving(ada)).toEqual({ kind: "saved" });
    expect(undo(ada.state)).toBe(false);
  });

  test("by the page itself for its size never leaves it, and goes once it is taken back", async () => {
    const sent = vi.spyOn(ada.line, "request");
    type(ada, 4, "文".repeat(800_000));
    await quiet();
    expect(saving(ada)).toMatchObject({ kind: "refused", reason: "too-large", changes: 1 });
    ada.timers.pass(2_000);
    await quiet();
    expect(sent).not.toHaveBeenCalled();
    ada.channel.discardUnconfirmed();
    type(ada, 4, "!");
    await quiet();
    expect(saving(ada)).toEqual({ kind: "saved" });
    expect(texts()).toEqual(["one!|two", "one!|two"]);
  });

  test("by no answer at all, while everything else is answered, is said with the first that is missing", async () => {
    vi.spyOn(ada.line, "request").mockImplementation(async (name) => {
      expect(name).toBe("document:commit");
      return await Promise.reject(new NoAnswer("no answer within 8000 ms"));
    });
    type(ada, 4, "!");
    await quiet();
    expect(saving(ada)).toMatchObject({ kind: "refused", reason: "unavailable", changes: 1 });
    expect(texts()[0]).toBe("one!|two");
    vi.restoreAllMocks();
    ada.timers.pass(10_000);
    await quiet();
    expect(saving(ada)).toEqual({ kind: "saved" });
    expect(texts()).toEqual(["one!|two", "one!|two"]);
  });

  test("by a database that does not answer is kept, said after a while, and saved in the end", async () => {
    store.failure = () => "before";
    type(ada, 4, "!");
    await quiet();
    expect(saving(ada)).toEqual({ kind: "saving" });
    for (let i = 0; i < 8; i++) {
      ada.timers.pass(10_000);
      await quiet();
    }
    expect(saving(ada)).toMatchObject({ kind: "refused", reason: "unavailable", changes: 1 });
    store.failure = () => null;
    ada.timers.pass(10_000);
    await quiet();
    expect(saving(ada)).toEqual({ kind: "saved" });
    expect(texts()).toEqual(["one!|two", "one!|two"]);
  });

  test("by an archived document makes the page read-only and keeps the text", async () => {
    store.archived = true;
    type(ada, 4, "!");
    await quiet();
    expect(saving(ada)).toEqual({ kind: "readonly", reason: "archived", changes: 1 });
    expect(texts()[0]).toBe("one!|two");
  });
});

describe("a page", () => {
  test("that is connected and not let in to its document is offline, and says so when it has something", async () => {
    ada.line.cut();
    const request = ada.line.request.bind(ada.line);
    const asked = vi.spyOn(ada.line, "request");
    asked.mockImplementation(
      async () => (await Promise.resolve({ ok: false, reason: "unavailable" })) as never,
    );
    ada.line.connect();
    await quiet();
    expect(ada.line.getSnapshot()).toBe("online");
    expect(saving(ada)).toEqual({ kind: "offline", changes: 0 });
    type(ada, 4, "!");
    for (let i = 0; i < 4; i++) {
      expect(saving(ada)).toEqual({ kind: "offline", changes: 1 });
      ada.timers.pass(2_000);
      await quiet();
    }
    expect(saving(ada)).toMatchObject({ kind: "refused", reason: "unavailable", changes: 1 });
    asked.mockImplementation(request);
    ada.timers.pass(10_000);
    await quiet();
    expect(saving(ada)).toEqual({ kind: "saved" });
    expect(texts()).toEqual(["one!|two", "one!|two"]);
  });

  test("whose text came apart from its version takes the authority's and keeps its own", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    ada.line.cut();
    type(ada, 4, "!");
    ada.line.connect();
    const step = { stepType: "replace", from: 700, to: 800 };
    ada.line.carryUp();
    await quiet([]);
    ada.line.carryDown(random, 0);
    const nonsense = { commit: "x", person: "eve", via: "browser" as const, steps: [step] };
    ada.line.hear({ frame: { document: DOCUMENT, base: 0, version: 1, commits: [nonsense] } });
    ada.line.carryDown(random, 0);
    expect(ada.channel.getSnapshot().joined).toBe(false);
    ada.timers.pass(10_000);
    await quiet();
    expect(saving(ada)).toEqual({ kind: "saved" });
    expect(texts()).toEqual(["one!|two", "one!|two"]);
  });

  test("keeps the caret before what others type at it, and the marks chosen for the next letter", async () => {
    ada.edit(ada.state.tr.setSelection(TextSelection.create(ada.state.doc, 4)));
    toggleMark(schema.marks.strong)(ada.state, ada.edit);
    type(bob, 4, " more");
    await quiet();
    expect(ada.state.selection.head).toBe(4);
    expect(ada.state.storedMarks?.map((mark) => mark.type.name)).toEqual(["strong"]);
  });

  test("undoes its own work and leaves what others wrote inside it", async () => {
    type(ada, 4, " mine mine");
    await quiet();
    type(bob, 9, "bob ");
    await quiet();
    undo(ada.state, ada.edit);
    await quiet();
    expect(texts()).toEqual(["onebob |two", "onebob |two"]);
  });

  test("who deleted what another deleted, and undoes it, brings nothing back twice", async () => {
    ada.line.cut();
    ada.edit(ada.state.tr.delete(1, 3));
    undo(ada.state, ada.edit);
    bob.edit(bob.state.tr.delete(1, 4));
    await quiet();
    ada.line.connect();
    await quiet();
    expect(texts()).toEqual(["|two", "|two"]);
    undo(bob.state, bob.edit);
    await quiet();
    expect(texts()).toEqual(["one|two", "one|two"]);
  });

  test("places a caret of an older version in its own text", async () => {
    type(bob, 1, "abc");
    await quiet();
    type(ada, 1, "x");
    expect(collabState(ada.state).version).toBe(1);
    expect(mapFromVersion(ada.state, 0, 3)).toBe(7);
    expect(mapFromVersion(ada.state, 1, 3)).toBe(4);
    expect(mapFromVersion(ada.state, 2, 3)).toBeNull();
  });
});
