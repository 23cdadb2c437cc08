import type { CommitStore, StoredCommit } from "../../server/documents/commit-store.ts";
import { MemoryStore } from "./memory-store.ts";

/** Commits in the database, written down in memory as well, so that the two can be compared. */
export class RecordedStore extends MemoryStore {
  readonly #tables: CommitStore;

  constructor(doc: unknown, tables: CommitStore) {
    super(doc);
    this.#tables = tables;
  }

  override async load(document: string, options?: { version?: number }) {
    return await this.#tables.load(document, options);
  }

  override async since(document: string, since: number, limit: number) {
    return await this.#tables.since(document, since, limit);
  }

  override async find(document: string, ids: readonly string[]) {
    return await this.#tables.find(document, ids);
  }

  override async append(document: string, commits: readonly StoredCommit[], options: { at: Date }) {
    const failure = this.failure();
    if (failure === "before") throw new Error("the database is away");
    const result = await this.#tables.append(document, commits, options);
    if (result.ok) {
      this.commits.push(...structuredClone(commits));
      this.version = commits.at(-1)?.version ?? this.version;
    }
    if (failure === "after") throw new Error("the answer of the database was lost");
    return result;
  }

  override async snapshot(document: string, version: number, doc: unknown) {
    await this.#tables.snapshot(document, version, doc, new Date());
  }
}
