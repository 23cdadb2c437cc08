import type { Page } from "./page.ts";
import { seeded } from "./random.ts";

const random = seeded(1);

/** Carries everything there is on the lines of these pages, until nothing moves. */
export async function quiet(pages: readonly Page[]): Promise<void> {
  for (let still = 0; still < 3;) {
    const idle = pages.every((page) => page.line.idle);
    for (const { line } of pages) {
      line.carryUp();
      line.carryDown(random, 0);
    }
    await new Promise((resolve) => setImmediate(resolve));
    still = idle ? still + 1 : 0;
  }
}
