import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { ChatTurn, PartsFrame, SendReply } from "@chopin/protocol/chat";
import { modelResponses } from "../../db/schema/budgets.ts";
import { chatTurns } from "../../db/schema/chat.ts";
import type { Principal } from "../base/principal.ts";
import { plannerScript } from "../harness/scripted/planner-script.ts";
import type { Script } from "../harness/scripted/script.ts";
import { createChatGround, createChatWorld, type ChatGround, type ChatWorld } from "./chat-fixture.ts";
import { chatParts } from "./chat.ts";

let ground: ChatGround;
let world: ChatWorld;
beforeAll(async () => {
  ground = await createChatGround();
});
afterAll(() => ground.close());
afterEach(() => world.close());

const begin = async (script: Script): Promise<Principal> => {
  world = await createChatWorld(ground, { script });
  return world.ada;
};

const ask = (principal: Principal, text: string, message: string = crypto.randomUUID()): Promise<SendReply> =>
  world.chat.send(principal, { document: world.document, message, to: "planner", text });

async function asked(principal: Principal, text: string): Promise<ChatTurn> {
  const sent = await ask(principal, text);
  if (!sent.ok || sent.turn === undefined) throw new Error(JSON.stringify(sent));
  return sent.turn;
}

async function opened(principal: Principal) {
  const reply = await world.chat.open(principal, { document: world.document });
  if (!reply.ok) throw new Error(reply.reason);
  return reply;
}

async function ended(principal: Principal, turn: string): Promise<ChatTurn> {
  let found: ChatTurn | undefined;
  await expect
    .poll(
      async () => {
        found = (await opened(principal)).turns.find(({ id }) => id === turn);
        return found?.endedAt;
      },
      { timeout: 15_000 },
    )
    .toBeDefined();
  return found!;
}

test("Ada asks, and the Planner reads the text and the repository, edits, and says what it did", async () => {
  const ada = await begin(plannerScript);
  const turn = await asked(ada, "@chopin say where the rules are");
  const done = await ended(ada, turn.id);
  expect(done.outcome).toEqual({ state: "done", edits: 1 });
  expect((await world.blocks())[1]).toContain("`README.md`");

  const { messages, parts } = await opened(ada);
  expect(messages.map(({ author, text }) => [author.kind, text])).toEqual([
    ["person", "@chopin say where the rules are"],
    ["planner", expect.stringContaining("added a paragraph")],
  ]);
  const stored = parts[turn.id] ?? [];
  expect(stored.map(({ index }) => index)).toEqual(stored.map((_, place) => place));
  const tools = stored.flatMap(({ part }) => (part.type === "tool-call" ? [part.toolName] : []));
  expect(tools).toEqual(["read_plan", "list_repository_tree", "read_repository_file", "edit_plan"]);
  expect(stored.at(-1)?.part).toEqual({ type: "end", outcome: done.outcome });
  const ledger = await world.database.db.select().from(modelResponses);
  expect(ledger).toHaveLength(4);
  expect(ledger.every(({ settledAt, turn: of }) => settledAt !== null && of === turn.id)).toBe(true);
  // The document is read, never embedded.
  expect(JSON.stringify(world.model.requests[0]?.body)).not.toContain("Somebody books a boat");
});

test("A page that opens in mid-turn neither misses nor doubles a word", async () => {
  const text = "All the words of this answer arrive one after the other. ".repeat(20);
  const ada = await begin(() => ({ text, chunk: 5, delayMs: 3 }));
  const frames: PartsFrame[] = [];
  world.events.on(chatParts, (frame) => frames.push(structuredClone(frame)));
  const turn = await asked(ada, "@chopin speak");
  await expect.poll(() => frames.length).toBeGreaterThan(5);
  const page = new Map((await opened(ada)).parts[turn.id]?.map(({ index, part }) => [index, part]));
  const from = frames.length;
  await ended(ada, turn.id);
  for (const frame of frames.slice(from)) for (const { index, part } of frame.parts) page.set(index, part);
  const told = [...page.values()].flatMap((part) => (part.type === "text-delta" ? [part] : []));
  expect(told.map(({ delta }) => delta).join("")).toBe(text);
  expect([...page.keys()]).toEqual([...page.keys()].map((_, place) => place));
});

test("Anyone who may write stops a turn within a second, and it says who", async () => {
  const ada = await begin(() => ({ text: "and so on ".repeat(300), chunk: 5, delayMs: 20 }));
  const grace = await world.join("Grace");
  const turn = await asked(ada, "@chopin go on");
  await expect.poll(() => world.model.requests.length).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 100));
  const at = Date.now();
  expect(await world.chat.stop(grace, { document: world.document, turn: turn.id })).toEqual({ ok: true });
  const stopped = await ended(ada, turn.id);
  expect(Date.now() - at).toBeLessThan(1000);
  expect(stopped.outcome).toMatchObject({ state: "stopped", by: "Grace", edits: 0 });
  await expect.poll(() => world.model.aborts).toHaveLength(1);
  expect((world.model.aborts[0]?.at ?? Infinity) - at).toBeLessThan(1000);

  const again = await world.chat.retry(grace, {
    document: world.document,
    turn: turn.id,
    message: crypto.randomUUID(),
  });
  expect(again).toMatchObject({ ok: true, message: { text: "@chopin go on" } });
  expect(
    await world.chat.retry(grace, {
      document: world.document,
      turn: crypto.randomUUID(),
      message: crypto.randomUUID(),
    }),
  ).toEqual({ ok: false, reason: "not-found" });
});

test("A stop in another process is obeyed also when nobody hears of it", async () => {
  const ada = await begin(() => ({ text: "and so on ".repeat(600), chunk: 5, delayMs: 20 }));
  await world.chat.recover({ alone: false });
  const turn = await asked(ada, "@chopin go on");
  await expect.poll(() => world.model.requests.length).toBe(1);
  // Its events reach nobody: no Redis stands between the two.
  const other = await world.restart();
  expect(await other.chat.stop(ada, { document: world.document, turn: turn.id })).toEqual({ ok: true });
  const at = Date.now();
  const stopped = await ended(ada, turn.id);
  expect(Date.now() - at).toBeLessThan(3_000);
  expect(stopped.outcome).toMatchObject({ state: "stopped", by: "Ada" });
  await other.chat.close();
});

test("A message sent twice is one message, and its id is refused for anything else", async () => {
  const ada = await begin(() => ({ text: "Yes." }));
  const grace = await world.join("Grace");
  const id = crypto.randomUUID();
  const first = await ask(ada, "@chopin hello", id);
  const again = await ask(ada, "@chopin hello", id);
  expect(again.ok && first.ok && again.turn?.id === first.turn?.id).toBe(true);
  expect(await ask(ada, "@chopin something else", id)).toEqual({ ok: false, reason: "changed" });
  expect(await ask(grace, "@chopin hello", id)).toEqual({ ok: false, reason: "changed" });
  if (first.ok) await ended(ada, first.turn?.id ?? "");
  expect((await opened(ada)).messages).toHaveLength(2);
});

test("Turns are played one after the other in the order they were asked, and at most twenty wait", async () => {
  const ada = await begin(() => ({ text: "slowly does it ".repeat(200), delayMs: 20 }));
  const playing = await asked(ada, "@chopin first");
  await expect.poll(() => world.model.requests.length).toBe(1);
  const waiting: ChatTurn[] = [];
  for (let number = 0; number < 20; number += 1) waiting.push(await asked(ada, `@chopin number ${number}`));
  expect(await ask(ada, "@chopin one too many")).toEqual({ ok: false, reason: "queue-full" });
  for (const turn of waiting.slice(2)) {
    await world.chat.stop(ada, { document: world.document, turn: turn.id });
  }
  world.model.play(() => ({ text: "Done." }));
  await world.chat.stop(ada, { document: world.document, turn: playing.id });
  await ended(ada, waiting[1]?.id ?? "");
  const said = world.model.requests.map(({ messages }) => messages.at(-1)?.text ?? "");
  expect(said.map((text) => /@chopin (first|number \d+)\n<\/instruction>$/.exec(text)?.[1])).toEqual([
    "first",
    "number 0",
    "number 1",
  ]);
});

test("A turn cut by a crash is interrupted at the next start and never replayed; what waited is played", async () => {
  const ada = await begin(() => ({ text: "a long thought ".repeat(300), chunk: 5, delayMs: 20 }));
  const cut = await asked(ada, "@chopin think");
  await expect.poll(async () => (await opened(ada)).parts[cut.id]?.length ?? 0).toBeGreaterThan(1);
  const waiting = await asked(ada, "@chopin and then this");
  // What a killed process leaves behind: a playing turn of a lease nobody holds.
  const left = await world.database.db.select().from(chatTurns);
  await world.chat.close();
  for (const row of left) {
    const { id: _, ...columns } = row;
    await world.database.db.update(chatTurns).set(columns).where(eq(chatTurns.id, row.id));
  }
  const before = world.model.requests.length;
  world.model.play(() => ({ text: "Here it is." }));
  const next = await world.restart();
  await next.chat.recover({ alone: true });
  expect((await ended(ada, cut.id)).outcome).toEqual({ state: "interrupted", edits: 0 });
  expect((await ended(ada, waiting.id)).outcome).toEqual({ state: "done", edits: 0 });
  expect(world.model.requests).toHaveLength(before + 1);
  await next.chat.close();
});

test("Closing interrupts what plays and keeps what it said", async () => {
  const ada = await begin(() => ({ text: "spoken before the end ".repeat(100), chunk: 5, delayMs: 20 }));
  const turn = await asked(ada, "@chopin speak");
  await expect.poll(async () => JSON.stringify((await opened(ada)).parts[turn.id] ?? [])).toContain("spoken");
  await world.chat.close();
  const { messages, turns } = await opened(ada);
  expect(turns[0]?.outcome).toEqual({ state: "interrupted", edits: 0 });
  expect(messages.at(-1)?.text).toContain("spoken");
});

test("A login that ends in mid-turn refuses the next tool before it runs, and ends the turn", async () => {
  const ada = await begin(async (request) => {
    if (request.number > 0) {
      await world.accounts.endAllOf({ person: ada.person });
      return {
        tools: [
          {
            name: "edit_plan",
            input: { version: 7, operations: [{ type: "insert", after: null, source: "Late." }] },
          },
        ],
      };
    }
    return { tools: [{ name: "read_plan", input: {} }] };
  });
  const grace = await world.join("Grace");
  const turn = await asked(ada, "@chopin edit");
  expect((await ended(grace, turn.id)).outcome).toEqual({ state: "refused", reason: "signed-out", edits: 0 });
  const parts = (await opened(grace)).parts[turn.id]?.map(({ part }) => part) ?? [];
  expect(parts.filter(({ type }) => type === "tool-denied")).toMatchObject([
    { toolName: "edit_plan", reason: "signed-out" },
  ]);
  expect(parts.filter(({ type }) => type === "tool-call")).toHaveLength(1);
  expect(parts.filter(({ type }) => type === "edit")).toEqual([]);
});

test("A model that goes in circles is stopped after sixty responses", async () => {
  const ada = await begin(() => ({ tools: [{ name: "read_plan", input: { start: -1 } }] }));
  const turn = await asked(ada, "@chopin spin");
  expect((await ended(ada, turn.id)).outcome).toMatchObject({
    state: "refused",
    reason: "too-many-steps",
  });
  expect(world.model.requests).toHaveLength(60);
});

test.each([
  [{ status: 401 }, "provider-auth"],
  [{ text: "half a", cut: true }, "stream-cut"],
])("A provider that answers %o fails the turn with words for it", async (reply, code) => {
  const ada = await begin(() => reply);
  const turn = await asked(ada, "@chopin try");
  expect((await ended(ada, turn.id)).outcome).toMatchObject({ state: "failed", code, edits: 0 });
});

test("An edit of a block that somebody changed meanwhile is refused as stale, and the Planner is told", async () => {
  const ada = await begin(async (request) => {
    if (request.number === 1) await world.type(1, "Grace was here.");
    return plannerScriptOn(1)(request);
  });
  const turn = await asked(ada, "@chopin rewrite the second block");
  expect((await ended(ada, turn.id)).outcome).toEqual({ state: "done", edits: 0 });
  expect((await world.blocks())[1]).toBe("Grace was here.");
  expect(JSON.stringify(world.model.requests.at(-1)?.messages.at(-1))).toContain("Grace was here.");
});

test.each([
  ["a path out of the repository", "read_repository_file", { path: "../../etc/passwd" }],
  ["an option of git", "read_repository_file", { path: "--output=/tmp/x" }],
  ["another repository", "list_repository_tree", { repository: "other/one" }],
  ["another document", "edit_plan", { document: "x", version: 1, operations: [] }],
])("A hostile call with %s gives an error and nothing else", async (_what, name, input) => {
  const ada = await begin(({ messages }) =>
    messages.at(-1)?.role === "tool" ? { text: "No." } : { tools: [{ name, input }] },
  );
  const turn = await asked(ada, "@chopin try this");
  expect((await ended(ada, turn.id)).outcome).toEqual({ state: "done", edits: 0 });
  const parts = (await opened(ada)).parts[turn.id]?.map(({ part }) => part) ?? [];
  expect(parts.filter(({ type }) => type === "tool-result")).toMatchObject([{ isError: true }]);
});

test("Without a model the Planner cannot be asked, nothing is posted, and Chat says what to set", async () => {
  const ada = await begin(() => ({ text: "never" }));
  const { chat } = await world.restart({ noModel: true });
  const request = { document: world.document, message: crypto.randomUUID(), text: "hello" };
  expect(await chat.send(ada, { ...request, to: "planner" })).toEqual({ ok: false, reason: "no-model" });
  expect(await chat.send(ada, { ...request, to: "room" })).toMatchObject({ ok: true });
  const reply = await chat.open(ada, { document: world.document });
  expect(reply).toMatchObject({ ok: true, planner: { ready: false, accepts: expect.any(Array) } });
  expect(reply.ok && reply.messages).toHaveLength(1);
  await chat.close();
});

test("Who may only read can neither send nor stop nor ask again", async () => {
  const ada = await begin(() => ({ text: "Yes." }));
  const grace = await world.join("Grace");
  const turn = await asked(ada, "@chopin hello");
  await ended(ada, turn.id);
  await world.access.setRights(ada, {
    person: grace.person,
    rights: { read: true, write: false, administer: false },
  });
  expect((await opened(grace)).messages).toHaveLength(2);
  const forbidden = { ok: false, reason: "forbidden" };
  expect(await ask(grace, "@chopin hello")).toEqual(forbidden);
  expect(await world.chat.stop(grace, { document: world.document, turn: turn.id })).toEqual(forbidden);
  expect(
    await world.chat.retry(grace, { document: world.document, turn: turn.id, message: crypto.randomUUID() }),
  ).toEqual(forbidden);
  await world.access.setRights(ada, {
    person: grace.person,
    rights: { read: false, write: false, administer: false },
  });
  expect(await world.chat.parts(grace, { document: world.document, turn: turn.id, from: 0 })).toEqual(
    forbidden,
  );
});

/** Reads the text, then replaces one block of it as it was read, then gives in. */
function plannerScriptOn(index: number): Script {
  return ({ messages }) => {
    const results = messages.filter((message) => message.role === "tool");
    const plan = results.find(({ name }) => name === "read_plan")?.text;
    if (plan === undefined) return { tools: [{ name: "read_plan", input: {} }] };
    if (results.length > 1) return { text: "Somebody was faster." };
    const { version, blocks } = JSON.parse(plan) as {
      version: number;
      blocks: { index: number; digest: string }[];
    };
    const { digest } = blocks[index] ?? { digest: "" };
    return {
      tools: [
        {
          name: "edit_plan",
          input: { version, operations: [{ type: "replace", block: { index, digest }, source: "Mine." }] },
        },
      ],
    };
  };
}
