import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import { createGit } from "./git.ts";

let place: string;
beforeEach(() => {
  place = mkdtempSync(path.join(tmpdir(), "chopin-git-"));
  return () => rmSync(place, { recursive: true, force: true });
});

/** An executable in the place of git. */
function pretend(script: string): string {
  const file = path.join(place, "git");
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
  return file;
}

test("a run that takes too long is ended", async () => {
  const git = createGit({ executable: pretend("exec sleep 60"), timeout: 100 });
  expect(await git(["x"])).toMatchObject({ ok: false, reason: "unavailable" });
});

test("a run that prints more than 5 MiB is ended", async () => {
  const git = createGit({ executable: pretend("exec yes") });
  expect(await git(["x"])).toMatchObject({ ok: false, reason: "too-large" });
});

test("a run is ended once enough has come, and what came is kept", async () => {
  const git = createGit({ executable: pretend("exec yes") });
  const result = await git(["x"], { stopAfter: { byte: 10, count: 3 } });
  expect(result).toMatchObject({ ok: true, cut: true });
  expect(result.ok && result.stdout.toString().startsWith("y\ny\ny\n")).toBe(true);
});

test("four run at a time, 64 wait, and one more is refused", async () => {
  const git = createGit({ executable: pretend(`echo x >> ${place}/begun; exec sleep 0.1`) });
  const runs = Array.from({ length: 69 }, () => git(["x"]));
  expect(await runs[68]).toMatchObject({ ok: false, reason: "busy" });
  await vi.waitFor(() =>
    expect(readFileSync(path.join(place, "begun"), "utf8").length / 2).toBeGreaterThan(0),
  );
  expect(readFileSync(path.join(place, "begun"), "utf8").length / 2).toBeLessThanOrEqual(4);
  const results = await Promise.all(runs);
  expect(results.filter(({ ok }) => ok)).toHaveLength(68);
  expect(await git(["x"])).toMatchObject({ ok: true });
});

test("the environment of the server does not reach git", async () => {
  vi.stubEnv("GIT_DIR", "/elsewhere");
  vi.stubEnv("GIT_CONFIG_COUNT", "1");
  vi.stubEnv("GIT_EXTERNAL_DIFF", "evil");
  vi.stubEnv("OPENAI_API_KEY", "hunter2");
  const result = await createGit({ executable: pretend("exec env") })(["x"]);
  vi.unstubAllEnvs();
  const text = result.ok ? result.stdout.toString() : "";
  expect(text).toContain("GIT_LITERAL_PATHSPECS=1");
  expect(text).not.toMatch(/elsewhere|GIT_CONFIG_COUNT|evil|hunter2/);
});
