import { randomUUID } from "node:crypto";
import * as fc from "fast-check";
import { SCHEMA_VERSION } from "@chopin/protocol/document";

/** A frame that no page sends, as an event and what it carries. */
type OddFrame = { event: string; payload: unknown };

const half = "\ud83d";

/** What is no id of a document that anybody has. */
const foreign = fc.constantFrom<unknown>(
  null,
  7,
  true,
  "",
  "x".repeat(65),
  [],
  {},
  { document: "d" },
  half,
  "\0",
  "%00",
  "../../etc/passwd",
  "'; --",
  "__proto__",
  "constructor",
  randomUUID(),
  "00000000-0000-0000-0000-000000000000",
  undefined,
);

/** What is no version there is; the greatest are more than a database keeps as a number. */
const noVersion = fc.constantFrom<unknown>(
  -1,
  0.5,
  2 ** 31,
  2 ** 53,
  1e300,
  Number.NaN,
  "0",
  null,
  [],
  {},
  true,
  2 ** 31 - 1,
);

const text = fc.oneof(
  fc.constantFrom<unknown>("x".repeat(300_000), `${half}a`, "a\0b", "", 7, null, {}),
  fc.string({ unit: "binary" }).map((some) => `${some}${half}`),
);

const place = fc.constantFrom<unknown>(-1, 0.5, 1e9, 2 ** 31, "1", null, [], Number.NaN);

/** Steps that fit no document: unknown, of a wrong shape, out of place, too deep, or of what no text holds. */
const badStep = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    7,
    "step",
    [],
    {},
    { stepType: 7 },
    { stepType: "replace" },
    { stepType: half },
  ),
  fc.record({
    stepType: fc.constantFrom("explode", "__proto__", "constructor", "toString", ""),
    from: fc.nat(),
  }),
  fc.record({ stepType: fc.constant("replace"), from: place, to: fc.constant(1) }),
  fc.record({ stepType: fc.constant("replaceAround"), from: place, to: place, gapFrom: place, gapTo: place }),
  text.map((some) => replacing({ content: [{ type: "text", text: some }] })),
  fc.nat({ max: 800 }).map((deep) => replacing({ content: [nested(deep + 25)] })),
  fc
    .constantFrom("doc", "nonsense", "__proto__", "table_row", "list_item")
    .map((type) => replacing({ content: [{ type }], openStart: 5 })),
  fc.jsonValue().map((some) => replacing({ content: some, openStart: -1 })),
);

/** Frames of every event with one thing in them that cannot be, and frames of nothing that makes sense. */
export function oddFrames(document: string): fc.Arbitrary<OddFrame> {
  const commit = { document, base: 0, schema: SCHEMA_VERSION, steps: [] };
  const spoilt = (event: string, sound: object, field: string, odd: fc.Arbitrary<unknown>) =>
    odd.map((value): OddFrame => ({ event, payload: { ...sound, commit: randomUUID(), [field]: value } }));
  const step = replacing({ content: [{ type: "text", text: "no" }] });
  const message = { document, message: randomUUID(), to: "room", text: "no" };
  return fc.oneof(
    {
      arbitrary: spoilt(
        "document:commit",
        commit,
        "steps",
        fc.array(badStep, { minLength: 1, maxLength: 3 }),
      ),
      weight: 6,
    },
    spoilt("document:commit", { ...commit, steps: [step] }, "document", foreign),
    spoilt("document:commit", { ...commit, steps: [step] }, "base", noVersion),
    spoilt(
      "document:commit",
      { ...commit, steps: [step] },
      "schema",
      fc.constantFrom<unknown>(0, 99, "1", null),
    ),
    spoilt(
      "document:commit",
      { ...commit, steps: [step] },
      "undoes",
      fc.constantFrom<unknown>(7, [[0]], [[-1, 0]], "x"),
    ),
    spoilt(
      "document:commit",
      { ...commit, steps: [step] },
      "commit",
      fc.constantFrom<unknown>("", half, 7, null, "no-uuid"),
    ),
    spoilt("document:commit", commit, "steps", fc.constant(Array(2_001).fill(step))),
    spoilt("document:open", { document, schema: 99 }, "document", foreign),
    spoilt(
      "document:open",
      { document, schema: SCHEMA_VERSION },
      "since",
      fc.constantFrom<unknown>(-1, 0.5, 2 ** 31, "0", []),
    ),
    spoilt("document:since", { document, since: 0 }, "document", foreign),
    spoilt("document:since", { document }, "since", fc.constantFrom<unknown>(-1, 0.5, 2 ** 31, "0", null)),
    spoilt("document:at", { document, version: 0 }, "document", foreign),
    spoilt("document:at", { document }, "version", noVersion),
    spoilt(
      "chat:open",
      { document },
      "after",
      fc.constantFrom<unknown>(-1, 0.5, 2 ** 31, 2 ** 53, "0", null),
    ),
    spoilt("chat:open", {}, "document", foreign),
    spoilt("chat:send", message, "to", fc.constantFrom<unknown>("all", "", null, 7, {})),
    spoilt(
      "chat:send",
      message,
      "text",
      fc.constantFrom<unknown>("", 7, null, "x".repeat(70_000), "文".repeat(30_000)),
    ),
    spoilt("chat:send", message, "message", fc.constantFrom<unknown>("", 7, half, null)),
    spoilt("chat:send", message, "document", foreign),
    spoilt("chat:stop", { turn: randomUUID() }, "document", foreign),
    spoilt("chat:stop", { document }, "turn", foreign),
    spoilt(
      "chat:parts",
      { document, turn: randomUUID() },
      "from",
      fc.constantFrom<unknown>(-1, 2 ** 31, "0"),
    ),
    spoilt("chat:retry", { document, message: randomUUID() }, "turn", foreign),
    fc.record({
      event: fc.constantFrom(...EVENTS),
      payload: fc.oneof(fc.jsonValue(), fc.string({ unit: "binary" })),
    }),
  );
}

/** Every event that is answered. */
export const EVENTS = [
  "document:open",
  "document:commit",
  "document:since",
  "document:at",
  "chat:open",
  "chat:send",
  "chat:stop",
  "chat:retry",
  "chat:parts",
];

/** Packets that are none, as they go over the wire. */
export const ODD_PACKETS = [
  "",
  "2",
  "2[",
  "2{}",
  "2[]",
  "2[7]",
  "2[null,1]",
  "299999999999999999999[]",
  '2-1["document:open"]',
  "4",
  "5",
  "51-",
  '5999999-["document:commit",{"_placeholder":true,"num":0}]',
  "6[]",
  "7",
  "9",
  half,
  "0",
  "0{}",
  "0/elsewhere,{}",
  "1/elsewhere,",
  '2/elsewhere,["document:open",{}]',
  "3[]",
  "37[{}]",
  ...[
    "connect",
    "connect_error",
    "disconnect",
    "disconnecting",
    "newListener",
    "removeListener",
    "error",
  ].map((name) => `2["${name}"]`),
  ...["__proto__", "constructor", "no:such:event", ""].map((name) => `21["${name}",{}]`),
  `2["document:commit",${"[".repeat(20_000)}${"]".repeat(20_000)}]`,
  `21["document:open",{"__proto__":{"document":"x"}}]`,
];

function replacing(slice: unknown): { stepType: string; from: number; to: number; slice: unknown } {
  return { stepType: "replace", from: 1, to: 1, slice };
}

function nested(deep: number): unknown {
  let node: unknown = { type: "paragraph" };
  for (let level = 0; level < deep; level++) node = { type: "blockquote", content: [node] };
  return node;
}
