import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { executablePath } from "../base/config.ts";

/** A real Git checkout in a temporary directory, for tests. */
export type Checkout = {
  directory: string;
  /** Runs git there and returns what it printed. */
  git(...args: string[]): string;
  /** Writes a file of the working tree. */
  write(file: string, content: string | Buffer): void;
  /** Commits everything and returns the commit. */
  commit(message: string): string;
  remove(): void;
};

/** Makes an empty checkout on the branch `main`, called `folder` inside a fresh directory. */
export function createCheckout({ folder = "project" }: { folder?: string } = {}): Checkout {
  const place = realpathSync(mkdtempSync(path.join(tmpdir(), "chopin-checkout-")));
  const directory = path.join(place, folder);
  mkdirSync(directory);
  const git = (...args: string[]): string =>
    execFileSync("git", args, {
      cwd: directory,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        PATH: executablePath(),
        GIT_CONFIG_GLOBAL: "/dev/null",
        GIT_CONFIG_NOSYSTEM: "1",
        GIT_AUTHOR_NAME: "Ada Lovelace",
        GIT_AUTHOR_EMAIL: "ada@example.com",
        GIT_AUTHOR_DATE: "2026-10-01T10:00:00+02:00",
        GIT_COMMITTER_NAME: "Ada Lovelace",
        GIT_COMMITTER_EMAIL: "ada@example.com",
        GIT_COMMITTER_DATE: "2026-10-01T10:00:00+02:00",
      },
    }).trim();
  git("init", "-q", "-b", "main");
  return {
    directory,
    git,
    write(file, content) {
      mkdirSync(path.dirname(path.join(directory, file)), { recursive: true });
      writeFileSync(path.join(directory, file), content);
    },
    commit(message) {
      git("add", "-A");
      git("commit", "-q", "--allow-empty", "-m", message);
      return git("rev-parse", "HEAD");
    },
    remove: () => rmSync(place, { recursive: true, force: true }),
  };
}
