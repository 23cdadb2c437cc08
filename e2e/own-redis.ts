import { spawn } from "node:child_process";
import { once } from "node:events";
import { freePort } from "./free-port.ts";

/** A Redis server of a test's own, which may die and come back on its port, empty. */
export type OwnRedis = { url: string; start(): Promise<void>; stop(): Promise<void> };

/** Starts one; null where there is no redis-server to start. */
export async function startRedis(): Promise<OwnRedis | null> {
  const port = await freePort();
  let stop = async (): Promise<void> => undefined;
  const start = async (): Promise<boolean> => {
    const options = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
    const server = spawn("redis-server", options, { stdio: ["ignore", "pipe", "ignore"] });
    stop = async () => {
      const gone = once(server, "exit");
      server.kill("SIGKILL");
      await gone;
      stop = async () => undefined;
    };
    return await new Promise((resolve) => {
      server.once("error", () => resolve(false));
      server.stdout.on("data", (bytes: Buffer) => {
        if (bytes.toString().includes("Ready to accept")) resolve(true);
      });
    });
  };
  if (!(await start())) return null;
  return {
    url: `redis://127.0.0.1:${port}`,
    start: async () => void (await start()),
    stop: async () => await stop(),
  };
}
