import { expect, test } from "vitest";
import { readImport } from "./read-import.ts";

const form = (content: BlobPart, name = "plan.md") => {
  const body = new FormData();
  body.set("file", new File([content], name));
  return body;
};

test("the first heading is the title, without its signs", async () => {
  const read = await readImport(form("---\nx: 1\n---\n\n# The **big** plan #\n\ntext"));
  expect(read).toMatchObject({ ok: true, title: "The big plan" });
});

test("without a heading the file's name is the title", async () => {
  expect(await readImport(form("text", "How we name things.markdown"))).toMatchObject({
    title: "How we name things",
  });
});

test("a long title is cut to 120 characters, not through one", async () => {
  const read = await readImport(form(`# ${"𝒜".repeat(130)}`));
  expect(read.ok && [...read.title].length).toBe(120);
});

test("a file over 256 KiB, one that is no text and none at all are refused", async () => {
  expect(await readImport(form("x".repeat(256 * 1024 + 1)))).toEqual({ ok: false, reason: "too-large" });
  expect(await readImport(form(new Uint8Array([0xff, 0xfe, 0x00])))).toEqual({
    ok: false,
    reason: "not-text",
  });
  expect(await readImport(new FormData())).toEqual({ ok: false, reason: "no-file" });
});

test("a file of exactly 256 KiB is taken as it is", async () => {
  const read = await readImport(form("x".repeat(256 * 1024)));
  expect(read.ok && read.source.length).toBe(256 * 1024);
});
