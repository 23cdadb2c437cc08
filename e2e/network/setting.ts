import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { loadConfig } from "../../server/base/config.ts";
import { silentLog } from "../../server/base/log.ts";
import { joinAs, newDocument } from "../../server/guest-fixture.ts";
import { createServices } from "../../server/services.ts";
import build from "../build.ts";
import { makeCheckout } from "../checkout.ts";
import { freePort } from "../free-port.ts";
import { startServer } from "../server.ts";
import type { RunningServer } from "../server.ts";
import { FaultyProxy } from "./faulty-proxy.ts";
import { Typist } from "./typist.ts";

/** A production server on the embedded database, a proxy before it, and one document that people may open through it. */
export type Setting = {
  proxy: FaultyProxy;
  /** Past the proxy. */
  origin: string;
  document: string;
  /** A page of somebody of their own, by the proxy; or directly, by the better line. */
  enter(options?: { directly?: boolean }): Typist;
  restart(signal: "SIGTERM" | "SIGKILL"): Promise<void>;
  close(): Promise<void>;
};

const PEOPLE = 12;

/** Builds if needed; the first call may take a minute. */
export async function createSetting(source = "Begin"): Promise<Setting> {
  build();
  const directory = mkdtempSync(path.join(tmpdir(), "chopin-network-"));
  const proxy = await FaultyProxy.listen();
  // The server has to know its own address beside that of the proxy.
  const port = await freePort();
  const environment = {
    DATA_DIR: path.join(directory, "data"),
    REPOSITORIES: makeCheckout(path.join(directory, "score")),
    PORT: String(port),
    APP_ORIGIN: `http://127.0.0.1:${port},${proxy.origin}`,
  };
  const begun = await prepare(environment, source);
  let server: RunningServer = await startServer(environment);
  proxy.leadTo(port);
  const typists: Typist[] = [];
  return {
    proxy,
    origin: `http://127.0.0.1:${port}`,
    document: begun.document,
    enter({ directly = false } = {}) {
      const token = begun.tokens[typists.length % PEOPLE] ?? "";
      const address = directly ? `http://127.0.0.1:${port}` : proxy.origin;
      const typist = new Typist({ address, token, ...begun });
      typists.push(typist);
      return typist;
    },
    async restart(signal) {
      await server.stop(signal);
      server = await startServer(environment);
    },
    async close() {
      for (const typist of typists) typist.close();
      await proxy.close();
      await server.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** People and a document, made before the server has the database: the embedded one serves one process. */
async function prepare(environment: Record<string, string>, source: string) {
  const services = await createServices({ config: loadConfig(environment), log: silentLog });
  try {
    const { token, principal } = await joinAs(services, "Person 0");
    const tokens = [token];
    while (tokens.length < PEOPLE) tokens.push((await joinAs(services, `Person ${tokens.length}`)).token);
    const document = await newDocument(services, principal, { title: "Through the proxy", source });
    const page = await services.documents.page(principal, { id: document });
    if (!page.ok) throw new Error(page.reason);
    return { tokens, document, doc: page.doc, version: page.version };
  } finally {
    await services.close();
  }
}
