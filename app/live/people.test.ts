import { expect, test } from "vitest";
import { withPresence } from "./people.ts";

const ada = { person: "ada", name: "Ada", colour: 1 };
const bo = { person: "bo", name: "Bo", colour: 2 };
const at = (anchor: number) => ({ version: 1, anchor, head: anchor });
const nothing = { came: [], left: [], carets: [] };
const here = withPresence([], { ...nothing, came: [ada, bo] });

test("who comes is added at the end, who left is gone with every caret", () => {
  expect(here.map(({ name }) => name)).toEqual(["Ada", "Bo"]);
  const moved = withPresence(here, { ...nothing, carets: [{ person: "ada", tab: "t", at: at(3) }] });
  const left = withPresence(moved, { ...nothing, left: ["ada"] });
  expect(left).toEqual([{ ...bo, carets: [] }]);
  expect(withPresence(left, { ...nothing, came: [ada] })[1]?.carets).toEqual([]);
});

test("each tab has one caret, the last that was told, until it shows none", () => {
  const carets = [
    { person: "ada", tab: "t1", at: at(3) },
    { person: "ada", tab: "t2", at: at(5) },
    { person: "ada", tab: "t1", at: at(4) },
  ];
  const moved = withPresence(here, { ...nothing, carets });
  expect(moved[0]?.carets).toEqual([
    { tab: "t2", ...at(5) },
    { tab: "t1", ...at(4) },
  ]);
  const gone = withPresence(moved, { ...nothing, carets: [{ person: "ada", tab: "t2", at: null }] });
  expect(gone[0]?.carets).toEqual([{ tab: "t1", ...at(4) }]);
  expect(gone[1]).toBe(here[1]);
});

test("what is told twice, or of somebody who is not here, changes nothing", () => {
  expect(withPresence(here, { ...nothing, came: [ada], left: ["cy"] })).toEqual(here);
  expect(withPresence(here, { ...nothing, carets: [{ person: "cy", tab: "t", at: at(1) }] })).toEqual(here);
});
