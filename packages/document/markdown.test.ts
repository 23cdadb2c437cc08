import { expect, test } from "vitest";
import { parseMarkdown, printMarkdown } from "./markdown.ts";

const fresh = (source: string) => printMarkdown(parseMarkdown(source), { fresh: true });

test("ordinary text is printed as a careful writer would write it", () => {
  const source =
    '# Title\n\nSome *emphasis*, **strong**, `code` and [a link](https://a.b "t").\n\n- one\n  - two\n- [x] done\n\n1. a\n2. b\n\n> quoted\n\n```ts\nlet a;\n```\n\n| a | b |\n| --- | :-: |\n| 1 | `x\\|y` |\n\n---\n\nCosts $5 or $10, see https://a.b/c.\n';
  expect(fresh(source)).toBe(source);
});
