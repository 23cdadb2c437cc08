import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { io } from "socket.io-client";
import type { Socket } from "socket.io-client";
import { loadConfig } from "../base/config.ts";
import { silentLog } from "../base/log.ts";
import { originsOf } from "../base/origins.ts";
import { joinAs, newDocument } from "../guest-fixture.ts";
import type { Guest } from "../guest-fixture.ts";
import { createCheckout } from "../repositories/checkout-fixture.ts";
import { createServices } from "../services.ts";
import type { Services } from "../services.ts";
import { openLive } from "./live.ts";

/** The live edge over a real HTTP server, every module behind it, and one document to talk about. */
export type LiveFixture = {
  services: Services;
  origin: string;
  document: string;
  operator: Guest;
  join(name: string): Promise<Guest>;
  /** A page of this person; it is closed with the fixture. */
  connect(guest: { token: string } | null, headers?: Record<string, string>): Socket;
  /** Rooms that sockets are in now. */
  rooms(): number;
  /** What the server holds now for pages: rooms of sockets, and documents with people. */
  left(): { rooms: number; people: number };
  close(): Promise<void>;
};

export async function createLiveFixture(): Promise<LiveFixture> {
  const directory = mkdtempSync(path.join(tmpdir(), "chopin-live-"));
  const checkout = createCheckout();
  checkout.write("README.md", "# Score\n");
  checkout.commit("Begin");
  const config = loadConfig({ DATA_DIR: path.join(directory, "data"), REPOSITORIES: checkout.directory });
  const services = await createServices({ config, log: silentLog });
  const http = createServer();
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const origins = originsOf({ host: "127.0.0.1", port: (http.address() as AddressInfo).port, given: [] });
  const live = openLive({ http, services, origins });
  const sockets: Socket[] = [];
  const operator = await joinAs(services, "Operator");
  const document = await newDocument(services, operator.principal, { title: "Live", source: "Begin" });

  return {
    services,
    origin: origins.origin,
    document,
    operator,
    join: (name) => joinAs(services, name),
    connect(guest, headers = { origin: origins.origin }) {
      const cookie: Record<string, string> = guest ? { cookie: `chopin_login=${guest.token}` } : {};
      const socket = io(origins.origin, {
        transports: ["websocket"],
        extraHeaders: { ...headers, ...cookie },
        reconnection: false,
        forceNew: true,
      });
      sockets.push(socket);
      return socket;
    },
    rooms: () => live.rooms(),
    left: () => ({ rooms: live.rooms(), people: live.attended() }),
    async close() {
      for (const socket of sockets) socket.disconnect();
      await live.close();
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
      await services.close();
      checkout.remove();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
