import { prosemirrorToYDoc, yXmlFragmentToProseMirrorRootNode } from "y-prosemirror";
import * as Y from "yjs";
import { schema as markdownSchema, defaultMarkdownSerializer } from "prosemirror-markdown";
import type { Node } from "prosemirror-model";
import { parseMarkdown, printMarkdown } from "@chopin/document/markdown";
import { schema } from "@chopin/document/schema";
import { median, timed, type Bench, type Row } from "./measure.ts";
import { startedServer } from "./server.ts";
import { prose } from "./text.ts";

/** Opening, printing and starting, as the measures of the first floor. */
export const bench: Bench = {
  name: "document",
  rows: async () => [opening(), printing(), ...(await starting())],
};

/**
 * A 250 KiB document from what travels to a document to edit: here JSON to a ProseMirror node, beside Yjs loading an
 * update of the same text into the same kind of node. The peer is given the text without the kept sources.
 */
function opening(): Row {
  const doc = parseMarkdown(prose({ bytes: 250 * 1024 }));
  const json = JSON.stringify(doc.toJSON());
  const update = Y.encodeStateAsUpdate(prosemirrorToYDoc(withoutSources(doc), "text"));
  const ours = () => schema.nodeFromJSON(JSON.parse(json));
  const peer = () => {
    const loaded = new Y.Doc();
    Y.applyUpdate(loaded, update);
    return yXmlFragmentToProseMirrorRootNode(loaded.getXmlFragment("text"), schema);
  };
  const times = sideBySide(ours, peer);
  return row("open 250 KiB", "ms", times, { bound: "ours ≤ 1 × Yjs", holds: (ratio) => ratio <= 1 });
}

/** Printing 4,000 paragraphs, each anew, beside prosemirror-markdown; the first of four is the warm-up of each. */
function printing(): Row {
  const source = Array.from(
    { length: 4_000 },
    (_, i) => `Paragraph ${i} says *something* short, and **means** it.`,
  ).join("\n\n");
  const peerDoc = markdownSchema.node(
    "doc",
    null,
    source
      .split("\n\n")
      .map((_, i) =>
        markdownSchema.node("paragraph", null, [
          markdownSchema.text(`Paragraph ${i} says `),
          markdownSchema.text("something", [markdownSchema.mark("em")]),
          markdownSchema.text(" short, and "),
          markdownSchema.text("means", [markdownSchema.mark("strong")]),
          markdownSchema.text(" it."),
        ]),
      ),
  );
  const docs = unprinted(source, 4);
  const ours = () => docs.map((doc) => timed(() => printMarkdown(doc, { fresh: true }))).slice(1);
  const peer = () =>
    [0, 1, 2, 3].map(() => timed(() => defaultMarkdownSerializer.serialize(peerDoc))).slice(1);
  return row(
    "print 4,000 paragraphs",
    "ms",
    { ours: median(ours()), peer: median(peer()) },
    { bound: "≥ 20 × faster than prosemirror-markdown", holds: (ratio) => ratio <= 1 / 20 },
  );
}

/** A production start on PostgreSQL until the first answer, and what it occupies when idle. */
async function starting(): Promise<Row[]> {
  const starts = [];
  for (let i = 0; i < 3; i++) {
    const server = await startedServer({ database: "postgres" });
    starts.push({ firstAnswerMs: server.firstAnswerMs, idleMegabytes: await server.idleMegabytes() });
    await server.stop();
  }
  const answer = median(starts.map((start) => start.firstAnswerMs));
  const idle = median(starts.map((start) => start.idleMegabytes));
  return [
    {
      measure: "production start to first answer",
      unit: "ms",
      ours: answer,
      peer: null,
      ratio: null,
      bound: "< 2,000 ms",
      holds: answer < 2_000,
    },
    {
      measure: "idle memory on PostgreSQL",
      unit: "MB resident",
      ours: idle,
      peer: null,
      ratio: null,
      bound: "< 200 MB",
      holds: idle < 200,
    },
  ];
}

/** The document so many times, each of nodes that nobody has printed before and that keep no source. */
function unprinted(source: string, times: number): Node[] {
  const doc = parseMarkdown(source);
  return Array.from({ length: times }, () => withoutSources(doc));
}

function withoutSources(doc: Node): Node {
  const bare = (json: { attrs?: Record<string, unknown>; content?: unknown[] }): unknown => ({
    ...json,
    ...(json.attrs ? { attrs: { ...json.attrs, kept: null } } : {}),
    ...(json.content ? { content: json.content.map((child) => bare(child as typeof json)) } : {}),
  });
  return schema.nodeFromJSON(bare(doc.toJSON()));
}

/** Medians of three, after one warm-up each, alternating so that neither profits from the other's warmth. */
function sideBySide(ours: () => unknown, peer: () => unknown): { ours: number; peer: number } {
  ours();
  peer();
  const times = [0, 1, 2].map(() => ({ ours: timed(ours), peer: timed(peer) }));
  return { ours: median(times.map((time) => time.ours)), peer: median(times.map((time) => time.peer)) };
}

function row(
  measure: string,
  unit: string,
  { ours, peer }: { ours: number; peer: number },
  { bound, holds }: { bound: string; holds: (ratio: number) => boolean },
): Row {
  const ratio = ours / peer;
  return { measure, unit, ours, peer, ratio, bound, holds: holds(ratio) };
}
