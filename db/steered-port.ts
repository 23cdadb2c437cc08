import net from "node:net";
import { once } from "node:events";

/** A port in front of another one, whose connections a test steers. */
export type SteeredPort = {
  port: number;
  /** Ends every connection, and refuses new ones until `mend`. */
  cut(): Promise<void>;
  /** As a network that goes away: nothing passes any more, and nobody is told, until `mend`. */
  freeze(): void;
  /** What is open carries nothing any more, and nobody is told; new connections are as they should be. */
  lose(): void;
  /** Lets new connections through; those that were frozen go on. */
  mend(): Promise<void>;
  close(): Promise<void>;
};

/** Opens a port on loopback that leads to `port` of `host`. */
export async function steerPort({ host, port }: { host: string; port: number }): Promise<SteeredPort> {
  const open = new Set<net.Socket>();
  const lost = new Set<net.Socket>();
  let frozen = false;
  const server = net.createServer((near) => {
    const far = net.connect(port, host);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.on("error", () => undefined);
      one.on("data", (bytes) => other.write(bytes));
      one.on("close", () => {
        open.delete(one);
        if (!frozen && !lost.has(one)) other.destroy();
      });
      if (frozen) one.pause();
    }
  });
  const listen = async (at: number) => {
    server.listen(at, "127.0.0.1");
    await once(server, "listening");
    return (server.address() as net.AddressInfo).port;
  };
  const own = await listen(0);
  const end = async () => {
    const ended = server.listening ? once(server, "close") : null;
    if (ended) server.close();
    for (const socket of [...open, ...lost]) socket.destroy();
    await ended;
  };
  return {
    port: own,
    cut: end,
    freeze() {
      frozen = true;
      for (const socket of open) socket.pause();
    },
    lose() {
      for (const socket of open) lost.add(socket.pause());
      open.clear();
    },
    async mend() {
      frozen = false;
      for (const socket of open) socket.resume();
      if (!server.listening) await listen(own);
    },
    close: end,
  };
}
