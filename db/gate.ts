import type postgres from "postgres";

/**
 * A client on which no query ever waits behind another one on the same connection. postgres.js sends a query along a
 * busy connection when none is free; behind one that waits for a lock it would wait as well, whatever document it is
 * about. Here at most `most` run at a time, each alone on its connection, and the others wait for the next that is
 * free, in order. A transaction counts as one from its beginning to its end.
 */
export function gated(client: postgres.Sql, most: number): postgres.Sql {
  const gate = new Gate(most);
  const unsafe: Unsafe = (text, parameters, options) => {
    // Planned once a connection: half the time of a commit. Long texts are lists of many lengths, each another text.
    const prepare = text.length < LONGEST_PREPARED;
    const query = () => client.unsafe(text, parameters, { ...options, prepare });
    return {
      values: async () => await gate.run(() => query().values()),
      // oxlint-disable-next-line unicorn/no-thenable -- a query of postgres.js is one, and begins when it is awaited
      then: (fulfilled, rejected) => gate.run(query).then(fulfilled, rejected),
    };
  };
  const begin = async (work: (sql: postgres.TransactionSql) => Promise<unknown>) =>
    await gate.run(async () => await client.begin(work));
  return new Proxy(client, {
    get(target, name) {
      if (name === "unsafe") return unsafe;
      if (name === "begin") return begin;
      return Reflect.get(target, name) as unknown;
    },
  });
}

/** Characters. */
const LONGEST_PREPARED = 2_000;

type Rows = postgres.RowList<postgres.Row[]>;
type Unsafe = (
  text: string,
  parameters?: postgres.ParameterOrJSON<never>[],
  options?: postgres.UnsafeQueryOptions,
) => {
  values(): Promise<unknown>;
  then(fulfilled: (rows: Rows) => unknown, rejected: (error: unknown) => unknown): Promise<unknown>;
};

/** Lets so many through at a time, in the order in which they came. */
class Gate {
  readonly #most: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(most: number) {
    this.#most = most;
  }

  async run<Result>(work: () => PromiseLike<Result>): Promise<Result> {
    if (this.#running < this.#most) this.#running++;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      // The place goes to the next without becoming free in between.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running--;
    }
  }
}
