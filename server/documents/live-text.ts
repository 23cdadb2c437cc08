import { Node } from "prosemirror-model";
import { Step, Transform } from "prosemirror-transform";
import type { StepMap } from "prosemirror-transform";
import { schema } from "@chopin/document/schema";
import type { StoredCommit, StoredText } from "./commit-store.ts";

/** A commit in memory, with what rebasing over it and going back before it take. */
export type LiveCommit = StoredCommit & {
  maps: readonly StepMap[];
  inverted: readonly Step[];
  bytes: number;
};

/** Recent commits that stay in memory; older ones are read from the database when someone needs them. */
const RING = { commits: 2_000, bytes: 4 * 1024 * 1024 };

/** One document's text at its newest version, and the recent past. Moves only by whole commits. */
export class LiveText {
  doc: Node;
  version: number;
  #ring: LiveCommit[] = [];
  #bytes = 0;

  constructor({ snapshot, commits }: StoredText) {
    this.doc = Node.fromJSON(schema, snapshot.doc);
    this.version = snapshot.version;
    for (const commit of commits) this.replay(commit);
  }

  /** Roughly the bytes it takes in memory. */
  get weight(): number {
    return 4 * (this.doc.nodeSize + this.#bytes);
  }

  /** Applies a stored commit. Throws when it does not follow on this version or does not apply. */
  replay(commit: StoredCommit): void {
    if (commit.base !== this.version) throw new Error(`commit at ${commit.base} on version ${this.version}`);
    const transform = new Transform(this.doc);
    for (const step of commit.steps) transform.step(Step.fromJSON(schema, step));
    this.advance([liveCommit(commit, transform)], transform.doc);
  }

  /** Moves on over commits that follow one another and end in `doc`. */
  advance(commits: readonly LiveCommit[], doc: Node): void {
    for (const commit of commits) {
      this.#ring.push(commit);
      this.#bytes += commit.bytes;
      this.version = commit.version;
    }
    this.doc = doc;
    let drop = 0;
    while (this.#ring.length - drop > RING.commits || this.#bytes > RING.bytes) {
      this.#bytes -= this.#ring[drop]?.bytes ?? 0;
      drop++;
    }
    if (drop > 0) this.#ring.splice(0, drop);
  }

  /** Commits from `version` on, also those without steps; null when memory does not reach back so far. */
  since(version: number): LiveCommit[] | null {
    const oldest = this.#ring[0]?.base ?? this.version;
    if (version < oldest) return null;
    return this.#ring.filter((commit) => commit.base >= version);
  }

  /** The document as it was; null when memory does not reach back so far. */
  docAt(version: number): Node | null {
    const commits = this.since(version);
    if (!commits) return null;
    const back = new Transform(this.doc);
    for (const { inverted } of commits.toReversed())
      for (const step of inverted.toReversed()) back.step(step);
    return back.doc;
  }
}

/** A commit with the maps and inverses of the transform that applied it. */
export function liveCommit(commit: StoredCommit, transform: Transform, from = 0): LiveCommit {
  const steps = transform.steps.slice(from);
  return {
    ...commit,
    maps: transform.mapping.maps.slice(from),
    inverted: steps.map((step, i) => step.invert(transform.docs[from + i] ?? transform.before)),
    bytes: JSON.stringify(commit.steps).length,
  };
}
