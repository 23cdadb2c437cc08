import { expect, test } from "vitest";
import { splitAddresses } from "./split-addresses.ts";

const addresses = (text: string) =>
  splitAddresses(text)
    .filter(({ address }) => address)
    .map((piece) => piece.text);

test("a web address ends where the sentence goes on", () => {
  expect(addresses("See https://example.com/a_(b)?c=1#d.")).toEqual(["https://example.com/a_(b)?c=1#d"]);
  expect(addresses("(http://example.com), or “https://example.org/x”!")).toEqual([
    "http://example.com",
    "https://example.org/x",
  ]);
  expect(addresses("参见 https://example.com/计划。然后")).toEqual(["https://example.com/计划"]);
});

test("nothing else becomes a link, and the pieces are the text", () => {
  for (const text of ["javascript:alert(1)", "https://", "xhttps://example.com", "ftp://example.com", ""]) {
    expect(addresses(text)).toEqual([]);
  }
  const text = "a https://example.com b";
  expect(
    splitAddresses(text)
      .map((piece) => piece.text)
      .join(""),
  ).toBe(text);
});
