import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { executablePath } from "../base/config.ts";

const timeoutMs = 15_000;
const mostBytes = 5 * 1024 * 1024;
const mostRunning = 4;
const mostWaiting = 64;

/** What a run of git gave: its output and exit code, or why there is none. */
export type GitResult =
  | { ok: true; code: number; stdout: Buffer; cut: boolean }
  | { ok: false; reason: "busy" | "too-large" | "unavailable"; detail: string };

/** Runs git in one repository. `stopAfter` ends it once so many of a byte have come, which is then no failure. */
export type Git = (
  args: readonly string[],
  options?: { cwd?: string; stopAfter?: { byte: number; count: number } },
) => Promise<GitResult>;

/**
 * The `git` executable without shell, terminal, pager, hooks, user or system configuration, replacement objects and
 * network: at most four at a time with 64 waiting ("busy"), 15 seconds ("unavailable") and 5 MiB each ("too-large").
 */
export function createGit({
  executable = "git",
  timeout = timeoutMs,
}: { executable?: string; timeout?: number } = {}): Git {
  let running = 0;
  const waiting: (() => void)[] = [];

  async function enter(): Promise<boolean> {
    if (running < mostRunning) {
      running += 1;
      return true;
    }
    if (waiting.length >= mostWaiting) return false;
    await new Promise<void>((resolve) => waiting.push(resolve));
    return true;
  }

  /** Hands the place to whoever waits, so that nobody overtakes. */
  function leave(): void {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }

  return async (args, options = {}) => {
    if (!(await enter())) return { ok: false, reason: "busy", detail: "too many reads of repositories wait" };
    try {
      return await run({ executable, timeout, args, ...options });
    } finally {
      leave();
    }
  };
}

async function run({
  executable,
  timeout,
  args,
  cwd = "/",
  stopAfter,
}: {
  executable: string;
  timeout: number;
  args: readonly string[];
  cwd?: string;
  stopAfter?: { byte: number; count: number };
}): Promise<GitResult> {
  const child = spawn(executable, [...fixedArguments, ...args], {
    cwd,
    env: environment(cwd),
    stdio: ["ignore", "pipe", "pipe"],
    windowsHide: true,
  });
  const chunks: Buffer[] = [];
  let size = 0;
  let seen = 0;
  let complaint = "";
  let ended: "timeout" | "too-large" | "enough" | null = null;
  const stop = (why: NonNullable<typeof ended>): void => {
    ended ??= why;
    child.kill("SIGKILL");
  };
  const timer = setTimeout(() => stop("timeout"), timeout);
  child.stdout.on("data", (chunk: Buffer) => {
    if (ended !== null) return;
    chunks.push(chunk);
    size += chunk.length;
    if (stopAfter !== undefined) seen += countOf(chunk, stopAfter.byte);
    if (stopAfter !== undefined && seen >= stopAfter.count) stop("enough");
    else if (size > mostBytes) stop("too-large");
  });
  child.stderr.on("data", (chunk: Buffer) => {
    if (complaint.length < 2000) complaint += chunk.toString("utf8");
  });
  try {
    const [code] = (await once(child, "close")) as [number | null];
    if (ended === "timeout")
      return { ok: false, reason: "unavailable", detail: `git took longer than ${timeout} ms` };
    if (ended === "too-large")
      return { ok: false, reason: "too-large", detail: `more than ${mostBytes} bytes` };
    const stdout = Buffer.concat(chunks);
    if (ended === "enough") return { ok: true, code: 0, stdout, cut: true };
    if (code === null || code > 1) return { ok: false, reason: "unavailable", detail: complaint.trim() };
    return { ok: true, code, stdout, cut: false };
  } catch (error) {
    return {
      ok: false,
      reason: "unavailable",
      detail: error instanceof Error ? error.message : String(error),
    };
  } finally {
    clearTimeout(timer);
  }
}

function countOf(chunk: Buffer, byte: number): number {
  let found = 0;
  for (let at = chunk.indexOf(byte); at !== -1; at = chunk.indexOf(byte, at + 1)) found += 1;
  return found;
}

/** What a repository's own configuration may not decide: anything that starts a program, the network or a format. */
const fixedArguments = [
  "--no-pager",
  "--no-replace-objects",
  ...[
    "safe.directory=*",
    "protocol.allow=never",
    "core.hooksPath=/dev/null",
    "core.fsmonitor=false",
    "core.attributesFile=/dev/null",
    "color.ui=never",
    "log.showSignature=false",
    "i18n.logOutputEncoding=UTF-8",
    "grep.fallbackToNoIndex=false",
    "submodule.recurse=false",
  ].flatMap((setting) => ["-c", setting]),
];

/**
 * Built from nothing but PATH: a GIT_DIR or a credential of the server's own environment must not reach it. Git looks
 * for a repository in the folders above as well; the ceiling keeps it to the one it is started in.
 */
function environment(cwd: string): Record<string, string> {
  return {
    PATH: executablePath(),
    HOME: "/nonexistent",
    LC_ALL: "C",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_ATTR_NOSYSTEM: "1",
    GIT_CEILING_DIRECTORIES: path.dirname(cwd),
    GIT_TERMINAL_PROMPT: "0",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_NO_LAZY_FETCH: "1",
    GIT_LITERAL_PATHSPECS: "1",
    GIT_PAGER: "cat",
  };
}

/** What a successful run printed without the closing line break, null for nothing. A path may end in a space. */
export function printed(result: GitResult): string | null {
  if (!result.ok || result.code !== 0) return null;
  const line = result.stdout.toString("utf8").replace(/\r?\n$/, "");
  return line === "" ? null : line;
}
