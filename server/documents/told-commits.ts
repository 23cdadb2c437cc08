import type { CommittedSteps } from "@chopin/protocol/document";
import type { StoredCommit } from "./commit-store.ts";

/** Groups that wait for the one before them; what else is missing is read from the database. */
const MOST = 64;

/** What other processes said they committed, until the text has come so far. */
export class ToldCommits {
  readonly #groups = new Map<number, readonly CommittedSteps[]>();

  add({ base, commits }: { base: number; commits: readonly CommittedSteps[] }): void {
    const oldest = this.#groups.keys().next();
    if (this.#groups.size >= MOST && !oldest.done) this.#groups.delete(oldest.value);
    this.#groups.set(base, commits);
  }

  /** The group that follows on `version`, which is forgotten here; null when nobody told it. */
  take(version: number): StoredCommit[] | null {
    const told = this.#groups.get(version);
    if (!told) return null;
    this.#groups.delete(version);
    let base = version;
    return told.map(({ commit, person, via, steps }) => {
      const stored = { commit, person, via, steps, base, version: base + steps.length };
      base = stored.version;
      return stored;
    });
  }

  /** Forgets what lies before `version`. */
  passed(version: number): void {
    for (const base of this.#groups.keys()) if (base < version) this.#groups.delete(base);
  }
}
