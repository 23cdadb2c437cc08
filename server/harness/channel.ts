/** A queue with one reader, that waits where it is empty. What is pushed after `end` is dropped. */
export type Channel<Item> = AsyncIterable<Item> & { push(item: Item): void; end(): void };

/** Joins what several sources push, in order, into one stream. */
export function createChannel<Item>(): Channel<Item> {
  const waiting: Item[] = [];
  let ended = false;
  let wake = (): void => undefined;

  return {
    push(item) {
      if (ended) return;
      waiting.push(item);
      wake();
    },
    end() {
      ended = true;
      wake();
    },
    async *[Symbol.asyncIterator]() {
      while (true) {
        const item = waiting.shift();
        if (item !== undefined) {
          yield item;
        } else if (ended) {
          return;
        } else {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      }
    },
  };
}
