import type {
  AppendResult,
  CommitStore,
  StoredCommit,
  StoredText,
} from "../../server/documents/commit-store.ts";

/** Commits in memory, with the same guarantees as the tables, and a database that fails when told to. */
export class MemoryStore implements CommitStore {
  readonly commits: StoredCommit[] = [];
  readonly snapshots: { version: number; doc: unknown }[];
  version = 0;
  archived = false;
  /** Asked before each write; `after`: it is stored, and the answer is lost. */
  failure: () => "before" | "after" | null = () => null;

  constructor(doc: unknown) {
    this.snapshots = [{ version: 0, doc }];
  }

  async load(
    _document: string,
    { version = Infinity }: { version?: number } = {},
  ): Promise<StoredText | null> {
    const snapshot = this.snapshots.findLast((one) => one.version <= version);
    if (!snapshot) return null;
    const commits = this.#withSteps().filter((one) => one.base >= snapshot.version && one.version <= version);
    return structuredClone({ snapshot, commits });
  }

  async since(_document: string, since: number, limit: number) {
    return structuredClone(
      this.#withSteps()
        .filter(({ base }) => base >= since)
        .slice(0, limit),
    );
  }

  async find(_document: string, ids: readonly string[]) {
    return this.commits.filter(({ commit }) => ids.includes(commit));
  }

  async append(
    _document: string,
    commits: readonly StoredCommit[],
    _options: { at: Date },
  ): Promise<AppendResult> {
    const failure = this.failure();
    if (failure === "before") throw new Error("the database is away");
    if (this.archived) return { ok: false, reason: "archived" };
    if (commits[0]?.base !== this.version) return { ok: false, reason: "behind" };
    const ids = new Set(this.commits.map(({ commit }) => commit));
    if (commits.some(({ commit }) => ids.has(commit))) return { ok: false, reason: "known" };
    this.commits.push(...structuredClone(commits));
    this.version = commits.at(-1)?.version ?? this.version;
    if (failure === "after") throw new Error("the answer of the database was lost");
    return { ok: true };
  }

  async snapshot(_document: string, version: number, doc: unknown) {
    if (!this.snapshots.some((one) => one.version === version)) this.snapshots.push({ version, doc });
  }

  /** The database as it was at an earlier version: a backup was put back. */
  rewind(version: number): void {
    const kept = this.commits.filter((one) => one.version <= version);
    this.commits.splice(0, this.commits.length, ...kept);
    const snapshots = this.snapshots.filter((one) => one.version <= version);
    this.snapshots.splice(0, this.snapshots.length, ...snapshots);
    this.version = version;
  }

  #withSteps(): StoredCommit[] {
    return this.commits.filter(({ base, version }) => version > base).sort((a, b) => a.base - b.base);
  }
}
