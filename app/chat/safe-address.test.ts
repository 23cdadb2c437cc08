import { expect, test } from "vitest";
import { safeAddress } from "./safe-address.ts";

test("what the Planner says links to the web and to mail, and nowhere else", () => {
  expect(safeAddress("https://example.org/a?b#c")).toBe("https://example.org/a?b#c");
  expect(safeAddress("MAILTO:mira@example.org")).toBe("MAILTO:mira@example.org");
  for (const address of [
    "javascript:alert(1)",
    "data:text/html,x",
    "//example.org",
    "/-/settings",
    " https://x",
  ]) {
    expect(safeAddress(address), address).toBe("");
  }
});
