import { setTimeout as pause } from "node:timers/promises";

/** Megabytes (10^6 bytes) of the heap that are really in use. Needs --expose-gc. */
export async function heapInUse(): Promise<number> {
  for (let i = 0; i < 3; i++) {
    // What sockets and timers still hold goes with the turn of the event loop that ends them.
    await pause(50);
    globalThis.gc?.();
  }
  return process.memoryUsage().heapUsed / 1e6;
}
