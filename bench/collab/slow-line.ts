import { connect, createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";

/**
 * A port behind which `port` is `roundTrip` milliseconds away: half of it is spent each way, and nothing overtakes.
 * Without a round trip it is the port itself. It closes with its connection.
 */
export async function slowLine(port: number, roundTrip: number): Promise<number> {
  if (roundTrip === 0) return port;
  const server = createServer((near) => {
    server.close();
    const far = connect(port, "127.0.0.1");
    carry(near, far, roundTrip / 2);
    carry(far, near, roundTrip / 2);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

function carry(from: Socket, to: Socket, delay: number): void {
  from.setNoDelay(true);
  from.on("data", (bytes) => setTimeout(() => to.write(bytes), delay));
  from.on("error", () => to.destroy());
  from.on("close", () => setTimeout(() => to.destroy(), delay));
}
