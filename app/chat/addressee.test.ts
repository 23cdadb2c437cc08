import { expect, test } from "vitest";
import { addresseeOf, splitMentions } from "./addressee.ts";

test("a message that names @chopin anywhere goes to the Planner", () => {
  expect(addresseeOf("@chopin tighten the intro")).toBe("planner");
  expect(addresseeOf("Could you look, @Chopin?")).toBe("planner");
  expect(addresseeOf("请@chopin看一下")).toBe("planner");
});

test("an address, a path or a longer name is no mention", () => {
  for (const text of [
    "write to me@chopin.dev",
    "@chopinist",
    "packages/@chopin/document",
    "@chopin/document",
    "hello",
  ]) {
    expect(addresseeOf(text), text).toBe("room");
  }
});

test("mentions are split from the words around them", () => {
  expect(splitMentions("hi @chopin go").map((piece) => piece.text)).toEqual(["hi ", "@chopin", " go"]);
});
