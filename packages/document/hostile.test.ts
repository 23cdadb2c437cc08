import { expect, test } from "vitest";
import { depthOf } from "./depth.ts";
import { parseMarkdown, printMarkdown } from "./markdown.ts";

const QUARTER = 256 * 1024;

/** What happened: "too-deep", or the milliseconds of processor time that reading and printing took. */
function outcome(source: string): { refused: string } | { time: number } {
  const start = process.cpuUsage();
  try {
    printMarkdown(parseMarkdown(source), { fresh: true });
  } catch (error) {
    return { refused: String((error as { code?: unknown }).code) };
  }
  const { user, system } = process.cpuUsage(start);
  return { time: (user + system) / 1000 };
}

const times = (text: string, length = QUARTER) =>
  text.repeat(Math.ceil(length / text.length)).slice(0, length);

test("nesting beyond twenty levels is refused by code, however it is written", () => {
  for (const source of [
    `${">".repeat(10_000)}x`,
    `${"> ".repeat(21)}x`,
    `${"- ".repeat(21)}x`,
    `${times("- ")}x`,
    `${times("1. ")}x`,
    Array.from({ length: 30 }, (_, level) => `${"  ".repeat(level)}- x`).join("\n"),
    `${"**a ".repeat(120)}x${" a**".repeat(120)}`,
  ])
    expect(outcome(source), source.slice(0, 20)).toEqual({ refused: "too-deep" });
  const deepest = parseMarkdown(`${"> ".repeat(20)}x`);
  expect(depthOf(deepest)).toBe(20);
  expect(parseMarkdown(times("- ", 300)).firstChild!.type.name).toBe("horizontal_rule");
});

test("text full of marks that never pair is refused or read, not left to run", () => {
  for (const source of [
    times("["),
    times("*"),
    ...["[", "![", "*a ", "*a**b", "a** ", "[a](", "![a](b", "_a", "~a ", "[^a]", "[a][", "](b)"].map(
      (text) => times(text, QUARTER / 4),
    ),
    ...["*", "`", "<", "&", "<a ", "$a ", "a@", "www.a.", "\t", "|", "\\", "<!--", "&#x"].map((text) =>
      times(text, QUARTER / 4),
    ),
    `${times("[a] ")}\n\n[a]: /x`,
    `|${times("a|", 2_000)}\n|${times("-|", 2_000)}\n${times("|a\n", 50_000)}`,
    Array.from({ length: 8_000 }, (_, label) => `[a${label}]: /x`).join("\n"),
    times(`${">".repeat(18)}\n`),
  ]) {
    const result = outcome(source);
    if ("time" in result) expect(result.time, source.slice(0, 20)).toBeLessThan(5_000);
    else expect(result.refused).toBe("too-deep");
  }
}, 120_000);

test("text full of underlined headings or of quotes is read in seconds, not minutes", () => {
  for (const source of ["x\n===\n", "x\n---\n", "> x\n> ===\n", "> [!NOTE]\n> a\n\n"].map((text) =>
    times(text, QUARTER / 2),
  )) {
    const result = outcome(source);
    expect("time" in result && result.time, source.slice(0, 20)).toBeLessThan(10_000);
  }
}, 120_000);

test("a paragraph of ten thousand lines is read, a longer one is refused", () => {
  expect("time" in outcome(`---\n${"a: b\n".repeat(9_999)}`)).toBe(true);
  expect(outcome(`---\n${"a: b\n".repeat(40_000)}`)).toEqual({ refused: "too-deep" });
});

test("text whose every line goes on a quote without its marker is refused, and a long wrapped quote is read", () => {
  for (const source of [
    `> a\n${times("b\n", QUARTER / 2)}`,
    `- a\n${times("b\n", QUARTER / 2)}`,
    times("> a\nb\n", QUARTER / 2),
    `> > a\n${times("> b\n", QUARTER / 2)}`,
  ]) {
    const result = outcome(source);
    if ("time" in result) expect(result.time, source.slice(0, 20)).toBeLessThan(10_000);
    else expect(result.refused).toBe("too-deep");
  }
  const line = "Some words of prose that go on for a line and are wrapped there.\n";
  expect(outcome(times(`> ${line}${line}>\n`))).toHaveProperty("time");
  expect(outcome(times(`- ${line}${line}`))).toHaveProperty("time");
}, 120_000);

test("many tables whose short rows ask for millions of cells are refused", () => {
  const table = `|${times("a|", 400)}\n|${times("-|", 400)}\n${times("|a\n", 600)}\n`;
  expect("time" in outcome(table)).toBe(true);
  expect(outcome(table.repeat(10))).toEqual({ refused: "too-deep" });
});

test("lone surrogates and NUL become U+FFFD", () => {
  expect(parseMarkdown("a\ud800b\0c\udc00").textContent).toBe("a\ufffdb\ufffdc\ufffd");
  expect(parseMarkdown("&#0; &#xD800;").textContent).toBe("\ufffd \ufffd");
});

test("256 KiB of prose is read in about a second", () => {
  const prose = times("Some *words* of [prose](/a) that go on, and `on`, for a line or two of text.\n\n");
  const result = outcome(prose);
  expect("time" in result && result.time).toBeLessThan(2_500);
});
