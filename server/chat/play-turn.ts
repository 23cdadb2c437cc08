import type { StoredPart } from "@chopin/protocol/chat";
import type { TurnOutcome, TurnPart } from "@chopin/protocol/parts";
import type { Recorder } from "./recorder.ts";

/** Why a turn was ended from outside: by a person, or because this process closes or no longer holds the turn. */
export type Ending = { kind: "stopped"; by: string } | { kind: "closing" } | { kind: "lost" };

/**
 * Records one turn part by part and says how it came out. Whatever the maker of the parts does, throwing included,
 * becomes an outcome.
 */
export async function playTurn({
  parts,
  recorder,
  ending,
  startedAt,
  now,
}: {
  parts: () => AsyncIterable<TurnPart>;
  recorder: Recorder;
  /** Why it was ended from outside, once it was. */
  ending: () => Ending | null;
  startedAt: Date;
  now: () => Date;
}): Promise<TurnOutcome> {
  let error: Extract<TurnPart, { type: "error" }> | null = null;
  let finished = false;
  try {
    for await (const part of parts()) {
      recorder.take(part);
      if (part.type === "error") error = part;
      if (part.type === "finish") finished = true;
    }
  } catch {
    error = { type: "error", code: "harness-failed", message: "" };
    recorder.take(error);
  }
  const edits = recorder.count("edit");
  const ended = ending();
  if (finished && error === null) return { state: "done", edits };
  if (ended?.kind === "stopped") {
    return { state: "stopped", by: ended.by, afterMs: now().getTime() - startedAt.getTime(), edits };
  }
  if (ended !== null) return { state: "interrupted", edits };
  if (error?.code === "refused") return { state: "refused", reason: error.message, edits };
  return { state: "failed", code: error?.code ?? "harness-failed", message: error?.message ?? "", edits };
}

/** What is left to store when a process died in a turn: how it ended, behind the parts that made it. */
export function interruptedAfter(parts: readonly StoredPart[]): { outcome: TurnOutcome; end: StoredPart } {
  const edits = parts.filter(({ part }) => part.type === "edit").length;
  const outcome = { state: "interrupted", edits } as const;
  return { outcome, end: { index: (parts.at(-1)?.index ?? -1) + 1, part: { type: "end", outcome } } };
}

/** What was said in a turn's text, text by text, as the transcript keeps it: at most 64 KiB of characters. */
export function spokenText(parts: readonly StoredPart[]): string {
  const texts = new Map<string, string>();
  for (const { part } of parts) {
    if (part.type === "text-delta") texts.set(part.id, (texts.get(part.id) ?? "") + part.delta);
  }
  return storable([...texts.values()].join("\n\n").trim())
    .slice(0, 65_536)
    .toWellFormed();
}

/** Text as the database takes it. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll("\0", "");
}
