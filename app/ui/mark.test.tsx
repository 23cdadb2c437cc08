import { expect, test } from "vitest";
import { initialsOf } from "./mark.tsx";

test("initials are the first letters of the first and the last name", () => {
  expect(initialsOf("Mira Okafor")).toBe("MO");
  expect(initialsOf("Ana Maria de Souza")).toBe("AS");
});

test("one name gives its first two letters", () => {
  expect(initialsOf("jonas")).toBe("JO");
  expect(initialsOf("x")).toBe("X");
});

test("a name written in Han characters gives one of them", () => {
  expect(initialsOf("王小明")).toBe("王");
});

test("a letter outside the basic plane is not cut in half", () => {
  expect(initialsOf("𝒜da Lovelace")).toBe("𝒜L");
});
