import { expect, test } from "vitest";
import { listAsked } from "./list-asked.ts";

const asked = (query: string) => listAsked(new Request(`http://chopin.test/?${query}`));

test("a search is trimmed and cut, and holds nothing that no title and no database does", () => {
  expect(asked("search=%20plan%20&archived=1")).toEqual({ search: "plan", archived: true });
  expect(asked("search=%00")).toEqual({ search: "", archived: false });
  expect(asked("search=a%00b").search).toBe("ab");
  expect(asked(`search=${"x".repeat(119)}${encodeURIComponent("\u{1F600}")}`).search.isWellFormed()).toBe(
    true,
  );
});
