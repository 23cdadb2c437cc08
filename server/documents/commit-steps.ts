import type { StepMap } from "prosemirror-transform";
import { Step } from "prosemirror-transform";
import { schema } from "@chopin/document/schema";
import { MAX_COMMIT_BYTES } from "@chopin/protocol/document";
import type { StepJson } from "@chopin/protocol/document";
import type { Via } from "../base/principal.ts";
import type { Authority } from "./authority.ts";
import type { CommitStore } from "./commit-store.ts";
import { knownOutcome, weigh } from "./entry.ts";
import type { Outcome } from "./entry.ts";
import { judgeSteps } from "./judge.ts";
import type { LiveText } from "./live-text.ts";

/** Steps someone made on `base`, under an id that makes sending them again harmless. */
export type StepsRequest = {
  commit: string;
  base: number;
  steps: readonly StepJson[];
  /** Pairs of indices: the first step takes back the second. */
  undoes?: readonly (readonly [number, number])[] | undefined;
  person: string;
  via: Via;
};

/**
 * Has the authority take steps. Steps made on an older version are rebased here; those whose place is gone are left
 * out. The same commit sent again gets the outcome of the first time, also after a restart and in another process.
 */
export async function commitSteps(
  authority: Authority,
  store: CommitStore,
  request: StepsRequest,
): Promise<Outcome> {
  const { commit, base, steps, undoes, person, via } = request;
  const bytes = weigh(steps);
  if (bytes === null) return refusal("invalid", "a character that no text holds");
  if (bytes > MAX_COMMIT_BYTES) return refusal("too-large", `a commit of ${bytes} bytes`);
  // The sender may have seen what another process wrote and this one has not.
  authority.heard(base);
  return await authority.submit({
    commit,
    person,
    via,
    bytes,
    propose: async (working, text) => {
      if (base > text.version) return refusal("diverged", `version ${base} is ahead of ${text.version}`);
      const past = await pastSince(text, store, authority.document, base);
      const known = past.find((other) => other.commit === commit);
      if (known) return knownOutcome(known, person);
      if (working.commits.some((other) => other.commit === commit))
        return refusal("invalid", "this commit id is taken");
      const over = [...past, ...working.commits].flatMap(({ maps }) => maps);
      const verdict = judgeSteps(working.doc, steps, { over, undoes, measure: working.measure });
      return verdict.ok ? verdict.transform : verdict;
    },
  });
}

function refusal(reason: "invalid" | "diverged" | "too-large", detail: string): Outcome {
  return { ok: false, reason, detail };
}

type Past = { commit: string; base: number; version: number; person: string; maps: readonly StepMap[] };

/** Everything since `base`, from memory or, after a restart or a long absence, from the database. */
async function pastSince(
  text: LiveText,
  store: CommitStore,
  document: string,
  base: number,
): Promise<Past[]> {
  const recent = text.since(base);
  if (recent) return recent;
  const past: Past[] = [];
  for (let from = base; from < text.version;) {
    const page = await store.since(document, from, 1_000);
    const last = page.at(-1);
    if (!last) break;
    for (const commit of page) {
      if (commit.version > text.version) break;
      past.push({ ...commit, maps: commit.steps.map((step) => Step.fromJSON(schema, step).getMap()) });
    }
    from = last.version;
  }
  return past;
}
