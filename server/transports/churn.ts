import { once } from "node:events";
import { SCHEMA_VERSION } from "@chopin/protocol/document";
import type { LiveFixture } from "./live-fixture.ts";

/**
 * Connects and goes `times` times, `atOnce` at a time: before the handshake is over, in the middle of opening, after
 * moving a caret, politely or not.
 */
export async function churn(
  live: LiveFixture,
  { times, atOnce }: { times: number; atOnce: number },
): Promise<void> {
  const guests = await Promise.all(Array.from({ length: atOnce }, (_, index) => live.join(`Churn ${index}`)));
  let begun = 0;
  const comeAndGo = async (guest: (typeof guests)[number]) => {
    while (begun < times) {
      const manner = begun++ % 5;
      const socket = live.connect(guest);
      const { document } = live;
      if (manner === 0) {
        socket.disconnect();
        continue;
      }
      await once(socket as never, "connect");
      const opened = socket
        .timeout(30_000)
        .emitWithAck("document:open", { document, schema: SCHEMA_VERSION })
        .catch(() => null);
      if (manner > 1) await opened;
      if (manner > 2)
        socket.emit("document:presence", { document, version: 0, selection: { anchor: 1, head: 1 } });
      if (manner === 4) socket.io.engine.close();
      else socket.disconnect();
    }
  };
  await Promise.all(guests.map(comeAndGo));
}
