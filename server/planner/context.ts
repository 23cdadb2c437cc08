/** An entry of the transcript as the Planner is told of it. */
export type TranscriptEntry = {
  /** The name of whoever said it, so that people are not merged into one voice. */
  from: string;
  /** The Planner itself said it. */
  own: boolean;
  text: string;
  /** Said since the Planner's last turn. */
  fresh: boolean;
};

/** Entries and characters a turn is given: of what was said since the last one, and where a session begins anew. */
const backscroll = { entries: 40, characters: 8_000 } as const;
export const bootstrap = { entries: 100, characters: 50_000 } as const;

/**
 * The prompt of a turn: what was said before, within the bounds, then the instruction. The document is not in it; it
 * is read when it is needed.
 */
export function promptOf({
  messages,
  instruction,
  from,
  isNewSession,
}: {
  /** Oldest first, without the instruction. */
  messages: readonly TranscriptEntry[];
  instruction: string;
  from: string;
  isNewSession: boolean;
}): string {
  const told = isNewSession
    ? latest(messages, bootstrap)
    : latest(
        messages.filter(({ fresh, own }) => fresh && !own),
        backscroll,
      );
  const said = told.map(entry).join("\n");
  const before =
    told.length === 0
      ? ""
      : `<conversation note="for context; only the instruction counts">\n${said}\n</conversation>\n\n`;
  return `${before}<instruction from="${attribute(from)}">\n${instruction}\n</instruction>`;
}

/** The newest entries within the bounds. The newest stays whole even where it alone passes the characters. */
function latest(
  messages: readonly TranscriptEntry[],
  { entries, characters }: { entries: number; characters: number },
): TranscriptEntry[] {
  const kept: TranscriptEntry[] = [];
  let left = characters;
  for (const message of messages.toReversed()) {
    if (kept.length === entries || (kept.length > 0 && message.text.length > left)) break;
    kept.unshift(message);
    left -= message.text.length;
  }
  return kept;
}

function entry({ from, own, text }: TranscriptEntry): string {
  return `<message from="${own ? "you" : attribute(from)}">\n${text}\n</message>`;
}

function attribute(text: string): string {
  return text.replaceAll(/[<>"&\n]/g, " ");
}
