import { expect, test } from "vitest";
import { backTo } from "./back-to.ts";

const from = (to: string) =>
  backTo(new Request(`http://127.0.0.1:8787/-/welcome?to=${encodeURIComponent(to)}`));

test("a path of this application is gone back to, with its search", () => {
  expect(from("/octo-org/score/rollout?x=1#stages")).toBe("/octo-org/score/rollout?x=1#stages");
});

test("nothing leads to another site, however it is written", () => {
  for (const to of [
    "https://evil.example",
    "//evil.example",
    "/\\evil.example",
    "/\t/evil.example",
    "\\\\evil.example",
    "/.//evil.example",
    "javascript:alert(1)",
    "evil",
    "",
  ]) {
    expect(from(to), to).toBe("/");
  }
});

test("the page that asks for a name does not lead to itself", () => {
  expect(from("/-/welcome?to=/x")).toBe("/");
});
