import type { Tx } from "../../db/client.ts";
import type { Clock } from "../base/clock.ts";
import { messageOf } from "../base/errors.ts";
import type { Log } from "../base/log.ts";
import type { AppendResult, CommitStore, StoredCommit } from "./commit-store.ts";

/** Attempts on the database before a group is told "unavailable", and the pause after the first, in milliseconds. */
const ATTEMPTS = 3;
const PAUSE = 60;

/** The database did not take the group. */
export class Unavailable extends Error {
  constructor(cause: unknown) {
    super("the database did not answer", { cause });
  }
}

/** The rows that were to go alongside an edit could not be written, so it was not made either. */
export class AlongsideFailed extends Error {
  constructor(cause: unknown) {
    super("what goes alongside the edit failed", { cause });
  }
}

/**
 * Writes commits in one transaction, trying again a few times when the database fails. It may have written before it
 * failed: then the next attempt finds the document further on, and what became of the commits is found by their ids.
 * Throws `Unavailable` or `AlongsideFailed`.
 */
export async function writeGroup(
  {
    store,
    clock,
    log,
    pause,
  }: { store: CommitStore; clock: Clock; log: Log; pause: (ms: number) => Promise<void> },
  document: string,
  group: { commits: readonly StoredCommit[]; alongside?: ((tx: Tx) => Promise<void>) | undefined },
): Promise<AppendResult> {
  const rows = group.commits.map(({ commit, base, version, person, via, steps }) => {
    return { commit, base, version, person, via, steps };
  });
  const alongside = group.alongside && guard(group.alongside);
  for (let attempt = 1; ; attempt++) {
    try {
      const options = { at: clock.now(), ...(alongside && { alongside: alongside.run }) };
      return await store.append(document, rows, options);
    } catch (error) {
      // What the caller's own rows threw is the caller's, and nothing was committed.
      if (alongside?.thrown()) throw new AlongsideFailed(error);
      log.warn("a group of commits could not be written", { document, attempt, error: messageOf(error) });
      if (attempt >= ATTEMPTS) throw new Unavailable(error);
      await pause(PAUSE * attempt);
    }
  }
}

/** Remembers whether it was the given work that threw. */
function guard<Argument>(work: (argument: Argument) => Promise<void>) {
  let thrown = false;
  const run = async (argument: Argument) => {
    try {
      await work(argument);
    } catch (error) {
      thrown = true;
      throw error;
    }
  };
  return { run, thrown: () => thrown };
}
