import { Fault } from "./errors.ts";

/** Runs work one after the other for each key, and work of different keys side by side. */
export type SerialQueue = {
  /** Waits for its turn, then runs. Rejects with the work's own error, or with the fault `queue-full`. */
  run<Result>(key: string, work: () => Promise<Result>): Promise<Result>;
  /** How much waits or runs under a key. */
  waiting(key: string): number;
  /** Resolves when nothing waits or runs any more. */
  idle(): Promise<void>;
};

/** A serial queue per key that takes at most `limit` pieces of work under one key, the running one included. */
export function createSerialQueue({ limit = 1000 }: { limit?: number } = {}): SerialQueue {
  const lines = new Map<string, { size: number; last: Promise<unknown> }>();

  return {
    run(key, work) {
      const line = lines.get(key) ?? { size: 0, last: Promise.resolve() };
      if (line.size >= limit) {
        return Promise.reject(new Fault("queue-full", `Too much waits for "${key}" (limit ${limit}).`));
      }
      line.size += 1;
      const result = line.last.then(work).finally(() => {
        line.size -= 1;
        if (line.size === 0) lines.delete(key);
      });
      line.last = result.catch(() => undefined);
      lines.set(key, line);
      return result;
    },
    waiting: (key) => lines.get(key)?.size ?? 0,
    async idle() {
      while (lines.size > 0) await Promise.all([...lines.values()].map((line) => line.last));
    },
  };
}
