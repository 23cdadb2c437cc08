import { weigh } from "./entry.ts";
import type { Entry, Outcome, Working } from "./entry.ts";
import { mayBeTooLarge } from "./judge.ts";
import { liveCommit } from "./live-text.ts";
import type { LiveText } from "./live-text.ts";

/**
 * Judges a group of commits on the live text, each on top of those before it, and tells those that are refused. The
 * text is measured once; only where it is too large then, each entry for itself.
 */
export async function judgeGroup(
  entries: Entry[],
  text: LiveText,
): Promise<{ accepted: Entry[]; working: Working }> {
  const { doc, version } = text;
  let working: Working = { doc, version, commits: [], measure: entries.length === 1 };
  let judged = await judgeEach(entries, { working, text });
  if (!working.measure && mayBeTooLarge(working.doc, doc)) {
    working = { doc, version, commits: [], measure: true };
    judged = await judgeEach(entries, { working, text });
  }
  for (const settle of judged.refused) settle();
  return { accepted: judged.accepted, working };
}

/** Milliseconds after which other documents have their turn: what waited long has much to be slid over. */
const AT_A_STRETCH = 10;

/** Nobody is told yet: a second judgement may come out otherwise. */
async function judgeEach(
  entries: Entry[],
  on: { working: Working; text: LiveText },
): Promise<{ accepted: Entry[]; refused: (() => void)[] }> {
  const accepted: Entry[] = [];
  const refused: (() => void)[] = [];
  let began = performance.now();
  for (const entry of entries) {
    if (performance.now() > began + AT_A_STRETCH) {
      await new Promise((resolve) => setImmediate(resolve));
      began = performance.now();
    }
    try {
      const outcome = await take(entry, on);
      if (outcome === null) accepted.push(entry);
      else refused.push(() => entry.settle(outcome));
    } catch (error) {
      refused.push(() => entry.fail(error));
    }
  }
  return { accepted, refused };
}

/** Puts an entry's steps on the working text; or the outcome it has without that. */
async function take(
  entry: Entry,
  { working, text }: { working: Working; text: LiveText },
): Promise<Outcome | null> {
  const proposed = await entry.propose(working, text);
  if ("ok" in proposed) return proposed;
  const { commit, person, via } = entry;
  const steps = proposed.steps.map((step) => step.toJSON());
  // Refused alone: in the database it would take the whole group with it.
  if (weigh(steps) === null)
    return { ok: false, reason: "invalid", detail: "a character that no text holds" };
  const base = working.version;
  const stored = { commit, base, version: base + steps.length, person, via, steps };
  working.commits.push(liveCommit(stored, proposed));
  working.version = stored.version;
  working.doc = proposed.doc;
  return null;
}
