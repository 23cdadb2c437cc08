import type { CommitStore } from "./commit-store.ts";

type Call = { name: keyof CommitStore; document: string };

/** The commit store of a database that is slow or fails where a test says so. */
export function steerStore(store: CommitStore) {
  const calls: Call[] = [];
  const steering = {
    /** Every call that was made, oldest first. */
    calls,
    /** Runs before a call; the call waits for it, and fails when it rejects. */
    before: async (_call: Call): Promise<void> => undefined,
    /** Runs after a call that is done; what it rejects with is what the caller hears. */
    after: async (_call: Call): Promise<void> => undefined,
    count: (name: keyof CommitStore) => calls.filter((call) => call.name === name).length,
  };
  const steered = async <Result>(call: Call, work: () => Promise<Result>): Promise<Result> => {
    calls.push(call);
    await steering.before(call);
    const result = await work();
    await steering.after(call);
    return result;
  };
  const one: CommitStore = {
    load: (document, options) => steered({ name: "load", document }, () => store.load(document, options)),
    since: (document, ...rest) => steered({ name: "since", document }, () => store.since(document, ...rest)),
    find: (document, ...rest) => steered({ name: "find", document }, () => store.find(document, ...rest)),
    append: (document, ...rest) =>
      steered({ name: "append", document }, () => store.append(document, ...rest)),
    snapshot: (document, ...rest) =>
      steered({ name: "snapshot", document }, () => store.snapshot(document, ...rest)),
  };
  return { store: one, steering };
}
