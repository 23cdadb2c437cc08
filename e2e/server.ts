import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "..");

/** One production process from the build, on loopback. */
export type RunningServer = {
  origin: string;
  port: number;
  pid: number;
  /**
   * Ends it as the operator does (SIGTERM) or as a crash does (SIGKILL), and waits until it is gone. Returns the exit
   * code; null after a signal.
   */
  stop(signal?: "SIGTERM" | "SIGKILL"): Promise<number | null>;
};

/** Starts build/main.js and waits until it says that it is ready. Rejects with what it said when it leaves before. */
export async function startServer(environment: Record<string, string>): Promise<RunningServer> {
  const child = spawn(process.execPath, [path.join(root, "build/main.js")], {
    env: {
      PATH: process.env["PATH"] ?? "",
      NODE_ENV: "production",
      PORT: "0",
      LOG_LEVEL: "warn",
      ...environment,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const origin = await readiness(child);
  return {
    origin,
    port: Number(new URL(origin).port),
    pid: child.pid ?? 0,
    async stop(signal = "SIGTERM") {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      const gone = once(child, "exit");
      child.kill(signal);
      await gone;
      return child.exitCode;
    },
  };
}

function readiness(child: ChildProcess): Promise<string> {
  let said = "";
  return new Promise((resolve, reject) => {
    const hear = (bytes: Buffer) => {
      said += bytes.toString();
      const origin = /ready on (\S+)/.exec(said)?.[1];
      if (origin) resolve(origin);
    };
    child.stdout?.on("data", hear);
    child.stderr?.on("data", hear);
    child.once("exit", (code, signal) => reject(new Error(`the server left (${code ?? signal}): ${said}`)));
  });
}
