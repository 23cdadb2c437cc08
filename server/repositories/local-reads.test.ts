import { chmodSync, existsSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Database } from "../../db/client.ts";
import { createTestDb } from "../testing.ts";
import { createCheckout, type Checkout } from "./checkout-fixture.ts";
import { openCheckout } from "./open-fixture.ts";

let database: Database;
const made: Checkout[] = [];

beforeAll(async () => {
  database = await createTestDb();
});
afterAll(() => database.close());
afterEach(() => {
  for (const checkout of made.splice(0)) checkout.remove();
});

function checkout(options?: { folder?: string }): Checkout {
  const one = createCheckout(options);
  made.push(one);
  return one;
}

function open(one: Checkout) {
  return openCheckout({ database, checkout: one });
}

const refused = (reason: string) => ({ ok: false, reason });

describe("tree", () => {
  test("lists files, directories, symbolic links and submodules below a prefix", async () => {
    const one = checkout();
    one.write("src/deep/a.ts", "a");
    one.write("src/b.ts", "bb");
    one.write("srcx/c.ts", "c");
    symlinkSync("/etc/passwd", path.join(one.directory, "src/link"));
    one.git("add", "src", "srcx");
    one.git("update-index", "--add", "--cacheinfo", `160000,${"a".repeat(40)},src/module`);
    one.git("commit", "-q", "-m", "first");
    const repository = await open(one);
    const expected = {
      ok: true,
      entries: [
        { path: "src/b.ts", kind: "file", size: 2 },
        { path: "src/deep", kind: "directory" },
        { path: "src/deep/a.ts", kind: "file", size: 1 },
        { path: "src/link", kind: "symlink" },
        { path: "src/module", kind: "submodule" },
      ],
      truncated: false,
    };
    expect(await repository.tree({ prefix: "src" })).toMatchObject(expected);
    expect(await repository.tree({ prefix: "src/" })).toMatchObject(expected);
    expect(await repository.tree({ prefix: "missing" })).toEqual(refused("not-found"));
    expect(await repository.file({ path: "src/link" })).toEqual(refused("not-a-file"));
    expect(await repository.file({ path: "src/link/x" })).toEqual(refused("not-found"));
    expect(await repository.file({ path: "src" })).toEqual(refused("not-a-file"));
    expect(await repository.file({ path: "src/module" })).toEqual(refused("not-a-file"));
  });

  test("is cut at 200 entries, or at the limit, at most 500, and says so", async () => {
    const one = checkout();
    for (let index = 0; index < 600; index += 1) one.write(`d/e/${String(index).padStart(3, "0")}`, "x");
    one.commit("many");
    const repository = await open(one);
    for (const [limit, length] of [
      [undefined, 200],
      [3, 3],
      [500, 500],
      [10_000, 500],
      [-1, 1],
      [Number.NaN, 500],
    ] as const) {
      const listed = await repository.tree({ prefix: "d/e", limit });
      expect(listed).toMatchObject({ ok: true, truncated: true });
      expect(listed.ok && listed.entries).toHaveLength(length);
    }
    one.git("rm", "-q", "-r", "d");
    for (let index = 0; index < 500; index += 1) one.write(`f${index}`, "x");
    one.commit("as many as go");
    expect(await repository.tree({ limit: 500 })).toMatchObject({ truncated: false });
  });
});

describe("file", () => {
  test("gives windows of 400 numbered lines", async () => {
    const one = checkout();
    one.write("long.txt", Array.from({ length: 1000 }, (_, index) => `line ${index + 1}`).join("\n"));
    one.write("windows.txt", "a\r\nb\r\n");
    one.write("empty.txt", "");
    one.commit("first");
    const repository = await open(one);
    const first = await repository.file({ path: "long.txt" });
    expect(first).toMatchObject({ total: 1000, start: 1, end: 400 });
    expect(first.ok && first.lines.at(-1)).toEqual({ number: 400, text: "line 400" });
    expect(await repository.file({ path: "long.txt", start: 990 })).toMatchObject({ start: 990, end: 1000 });
    expect(await repository.file({ path: "long.txt", start: 5, end: 6 })).toMatchObject({
      lines: [
        { number: 5, text: "line 5" },
        { number: 6, text: "line 6" },
      ],
    });
    expect(await repository.file({ path: "long.txt", start: 1, end: 1000 })).toMatchObject({ end: 400 });
    expect(await repository.file({ path: "long.txt", start: 1001 })).toMatchObject({ lines: [], end: 1000 });
    expect(await repository.file({ path: "windows.txt" })).toMatchObject({
      total: 2,
      lines: [{ text: "a" }, { text: "b" }],
    });
    expect(await repository.file({ path: "empty.txt" })).toMatchObject({ total: 0, lines: [] });
    for (const range of [
      { start: 0 },
      { start: 2, end: 1 },
      { start: 1.5 },
      { start: Number.NaN },
      { start: -1 },
    ]) {
      expect(await repository.file({ path: "long.txt", ...range })).toEqual(refused("range-invalid"));
    }
  });

  test("refuses what is binary or larger than 256 KiB", async () => {
    const one = checkout();
    one.write("nul.bin", Buffer.from([65, 0, 66]));
    one.write("latin1.txt", Buffer.from([0xe9, 0x0a]));
    one.write("full.txt", "x".repeat(256 * 1024));
    one.write("over.txt", "x".repeat(256 * 1024 + 1));
    one.commit("first");
    const repository = await open(one);
    expect(await repository.file({ path: "nul.bin" })).toEqual(refused("binary"));
    expect(await repository.file({ path: "latin1.txt" })).toEqual(refused("binary"));
    expect(await repository.file({ path: "full.txt" })).toMatchObject({ ok: true, total: 1 });
    expect(await repository.file({ path: "over.txt" })).toEqual(refused("too-large"));
  });
});

describe("hostile names", () => {
  const names = [
    "--output=x",
    "-rf",
    ":(top)x",
    ":!x",
    ":/x",
    "*.txt",
    "[ab]",
    "a\nb",
    "$(touch pwned)",
    "`touch pwned`",
    "a'b\"c",
    "a b ",
    "back\\slash",
    "tab\tname",
    "名前.txt",
    "e\u0301.txt",
    "~",
    "a:b",
    "a..b",
    "...",
    "deep/--output=y",
  ];

  test("are files like any other", async () => {
    const one = checkout();
    for (const name of names) one.write(name, `needle in ${JSON.stringify(name)}\n`);
    one.write("plain.txt", "nothing\n");
    one.commit("first");
    const repository = await open(one);
    const listed = await repository.tree();
    expect(
      listed.ok &&
        listed.entries
          .filter(({ kind }) => kind === "file")
          .map((entry) => entry.path)
          .sort(),
    ).toEqual([...names, "plain.txt"].sort());
    for (const path of names) {
      const text = `needle in ${JSON.stringify(path)}`;
      expect(await repository.file({ path })).toMatchObject({ ok: true, path, lines: [{ number: 1, text }] });
      expect(await repository.history({ path })).toMatchObject({ ok: true, commits: [{ message: "first" }] });
      expect(await repository.search({ terms: "needle", prefix: path })).toMatchObject({
        ok: true,
        hits: [{ path, line: 1, text }],
      });
    }
    const found = await repository.search({ terms: "needle" });
    expect(found.ok && found.hits.map((hit) => hit.path).sort()).toEqual([...names].sort());
    expect(existsSync(path.join(one.directory, "pwned"))).toBe(false);
  });

  test.each(
    [
      "",
      "/",
      "/etc/passwd",
      "..",
      "../x",
      "a/../b",
      "./a",
      "a//b",
      "a/",
      "a\0b",
      "a/.",
      "\ud800",
      "x".repeat(5000),
    ].map((path) => [path.slice(0, 20), path]),
  )("%j is no path", async (_shown, path) => {
    const one = checkout();
    one.write("a", "a");
    one.commit("first");
    const repository = await open(one);
    expect(await repository.file({ path })).toEqual(refused("path-invalid"));
    expect(await repository.history({ path })).toEqual(refused("path-invalid"));
  });

  test("a directory above the repository is not listed", async () => {
    const one = checkout();
    one.write("a", "a");
    one.commit("first");
    const repository = await open(one);
    for (const prefix of ["..", "../", "/", "/etc", "a/..", "."]) {
      expect(await repository.tree({ prefix })).toEqual(refused("path-invalid"));
      expect(await repository.search({ terms: "x", prefix })).toEqual(refused("path-invalid"));
    }
  });
});

describe("search", () => {
  test("finds lines as they are written, ignoring case, with numbers, and leaves out what is binary", async () => {
    const one = checkout();
    one.write("a.txt", "first\nThe (Needle).*\r\nlast\n");
    one.write("b.bin", Buffer.from("(needle).*\0"));
    one.commit("first");
    const repository = await open(one);
    expect(await repository.search({ terms: "(needle).*" })).toMatchObject({
      hits: [{ path: "a.txt", line: 2, text: "The (Needle).*" }],
      truncated: false,
    });
    for (const terms of ["-e", "--open-files-in-pager=touch pwned", "-O", "--help", "needle|first"]) {
      expect(await repository.search({ terms })).toMatchObject({ ok: true, hits: [] });
    }
    expect(existsSync(path.join(one.directory, "pwned"))).toBe(false);
    for (const terms of ["", "  ", "a\nb", "a\0b", "x".repeat(201), "\ud800"]) {
      expect(await repository.search({ terms })).toEqual(refused("terms-invalid"));
    }
  });

  test("ends after 50 hits, even where there are millions of bytes of them", async () => {
    const one = checkout();
    one.write("many.txt", "needle and much more text behind it so that it is long\n".repeat(200_000));
    one.write("wide.txt", `needle${"x".repeat(100_000)}\n`);
    one.commit("first");
    const repository = await open(one);
    const found = await repository.search({ terms: "needle" });
    expect(found).toMatchObject({ ok: true, truncated: true });
    expect(found.ok && found.hits).toHaveLength(50);
    const wide = await repository.search({ terms: "needlex" });
    expect(wide.ok && wide.hits[0]?.text).toHaveLength(500);
  });
});

test("history gives the latest 20 commits, or those of a path", async () => {
  const one = checkout();
  one.write("a.txt", "a");
  const first = one.commit("Add a\n\nand say why");
  for (let index = 0; index < 25; index += 1) one.commit(`commit ${index} — ünïcode`);
  const repository = await open(one);
  const all = await repository.history();
  expect(all.ok && all.commits).toHaveLength(20);
  expect(all.ok && all.commits[0]).toMatchObject({ message: "commit 24 — ünïcode", author: "Ada Lovelace" });
  expect(await repository.history({ limit: 2 })).toMatchObject({
    commits: [{ message: "commit 24 — ünïcode" }, {}],
  });
  expect(await repository.history({ path: "a.txt" })).toMatchObject({
    commits: [{ commit: first, message: "Add a", author: "Ada Lovelace", date: "2026-10-01T10:00:00+02:00" }],
  });
  expect(await repository.history({ path: "none.txt" })).toMatchObject({ ok: true, commits: [] });
  expect(await repository.file({ commit: first, path: "a.txt" })).toMatchObject({ ok: true, commit: first });
});

test("nothing a repository configures is run or followed", async () => {
  const one = checkout();
  const trap = path.join(path.dirname(one.directory), "trap");
  const sprung = path.join(path.dirname(one.directory), "sprung");
  writeFileSync(trap, `#!/bin/sh\ntouch ${sprung}\ncat "$@" 2>/dev/null\n`);
  chmodSync(trap, 0o755);
  one.write("a.txt", "honest\n");
  one.write("replaced.txt", "original\n");
  one.write(".gitattributes", "* filter=evil diff=evil textconv=evil\n");
  one.commit("first");
  one.git("replace", one.git("rev-parse", "HEAD:replaced.txt"), one.git("rev-parse", "HEAD:a.txt"));
  for (const [key, value] of Object.entries({
    "core.pager": trap,
    "core.fsmonitor": trap,
    "core.editor": trap,
    "core.sshCommand": trap,
    "core.askPass": trap,
    "core.worktree": "/etc",
    "diff.external": trap,
    "diff.evil.textconv": trap,
    "diff.evil.command": trap,
    "filter.evil.smudge": trap,
    "filter.evil.clean": trap,
    "log.showSignature": "true",
    "gpg.program": trap,
    "pager.log": trap,
    "pager.grep": trap,
    "grep.patternType": "perl",
    "color.ui": "always",
    "alias.grep": `!${trap}`,
    "alias.ls-tree": `!${trap}`,
    "i18n.logOutputEncoding": "UTF-16",
    "format.pretty": "email",
  })) {
    one.git("config", key, value);
  }
  const repository = await open(one);
  expect(repository.repository.available).toBe(true);
  expect(await repository.file({ path: "replaced.txt" })).toMatchObject({ lines: [{ text: "original" }] });
  expect(await repository.search({ terms: "honest" })).toMatchObject({
    hits: [{ path: "a.txt", text: "honest" }],
  });
  expect(await repository.history()).toMatchObject({ commits: [{ message: "first" }] });
  expect(await repository.tree()).toMatchObject({ ok: true });
  expect(existsSync(sprung)).toBe(false);
});
