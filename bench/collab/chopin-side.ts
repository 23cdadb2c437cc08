import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Node } from "prosemirror-model";
import { schema } from "@chopin/document/schema";
import { SCHEMA_VERSION } from "@chopin/protocol/document";
import type { OpenReply } from "@chopin/protocol/document";
import { startServer } from "../../e2e/server.ts";
import { loadConfig } from "../../server/base/config.ts";
import { silentLog } from "../../server/base/log.ts";
import { joinAs, newDocument } from "../../server/guest-fixture.ts";
import { createServices } from "../../server/services.ts";
import type { Services } from "../../server/services.ts";
import { freshDatabase } from "../server.ts";
import { ChopinTypist, textOf } from "./chopin-typist.ts";
import { FrameReader } from "./frame-reader.ts";
import { paragraphs } from "./paragraphs.ts";
import { fullTypists, joinAll } from "./side.ts";
import type { Load, Side } from "./side.ts";
import { slowLine } from "./slow-line.ts";
import { SocketIo } from "./socket-io.ts";

/** Chopin's production build on a database of its own, with its documents and one person a typist. */
export async function startChopin(load: Load, database: "postgres" | "pglite"): Promise<Side> {
  const directory = mkdtempSync(path.join(tmpdir(), "chopin-collab-"));
  const named = database === "postgres" ? await freshDatabase() : null;
  const environment = {
    DATA_DIR: directory,
    LOG_LEVEL: "error",
    REPOSITORIES: path.resolve(import.meta.dirname, "../.."),
    ...(named ? { DATABASE_URL: named.url } : {}),
  };
  const { documents, tokens } = await withServices(
    environment,
    async (services) => await people(services, load),
  );
  const server = await startServer({ ...environment, ...profiled() });
  const connect = async (index: number): Promise<SocketIo> => {
    const token = tokens[index] ?? "";
    const line = await slowLine(server.port, load.roundTrip?.(index) ?? 0);
    return await SocketIo.connect({ port: server.port, token }, line);
  };
  return {
    pid: server.pid,
    async connect(apartMs) {
      const readers = documents.map(() => new FrameReader());
      const join = async (index: number): Promise<ChopinTypist> => {
        const number = index % documents.length;
        const paragraph = Math.floor(index / documents.length);
        const reader = readers[number];
        if (!reader) throw new Error("no such document");
        const typist = new ChopinTypist(reader, {
          index,
          document: { number, id: documents[number] ?? "" },
          paragraph,
          full: paragraph < fullTypists(load),
          ledger: load.ledger,
        });
        await typist.join(await connect(index));
        return typist;
      };
      return await joinAll(documents.length * load.typistsPerDocument, join, apartMs);
    },
    async served() {
      const socket = await connect(0);
      const texts = [];
      for (const document of documents) {
        const reply = (await socket.ask("document:open", { document, schema: SCHEMA_VERSION })) as OpenReply;
        if (!reply.ok || !("doc" in reply.content)) throw new Error("a document did not open");
        texts.push(textOf(Node.fromJSON(schema, reply.content.doc)));
        socket.request("document:close", JSON.stringify({ document }), () => undefined);
      }
      socket.close();
      return texts;
    },
    async stop() {
      await server.stop();
      const stored = await withServices(
        environment,
        async (services) => await read(services, documents, tokens),
      );
      await named?.drop();
      rmSync(directory, { recursive: true, force: true });
      return { stored };
    },
  };
}

/** BENCH_PROFILE names a folder where the server leaves a profile of its processor time when it stops. */
function profiled(): Record<string, string> {
  const folder = process.env["BENCH_PROFILE"];
  return folder ? { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${folder}` } : {};
}

/** Works on the database while no server has it open: the embedded one serves one process. */
export async function withServices<Result>(
  environment: Record<string, string>,
  work: (services: Services) => Promise<Result>,
): Promise<Result> {
  const services = await createServices({ config: loadConfig(environment), log: silentLog });
  try {
    return await work(services);
  } finally {
    await services.close();
  }
}

/** One person a typist, and the documents. */
export async function people(
  services: Services,
  { documents: count, typistsPerDocument }: Omit<Load, "ledger">,
): Promise<{ documents: string[]; tokens: string[] }> {
  const tokens: string[] = [];
  for (let i = 0; i < count * typistsPerDocument; i++)
    tokens.push((await joinAs(services, `Typist ${i}`)).token);
  const principal = await principalOf(services, tokens[0]);
  const source = paragraphs(typistsPerDocument).join("\n\n");
  const documents: string[] = [];
  for (let i = 0; i < count; i++)
    documents.push(await newDocument(services, principal, { title: `Typed ${i}`, source }));
  return { documents, tokens };
}

/** What the database makes of each document, opened anew. */
export async function read(services: Services, documents: string[], tokens: string[]): Promise<string[]> {
  const principal = await principalOf(services, tokens[0]);
  const texts = [];
  for (const id of documents) {
    const page = await services.documents.page(principal, { id });
    if (!page.ok) throw new Error(page.reason);
    texts.push(textOf(Node.fromJSON(schema, page.doc)));
  }
  return texts;
}

async function principalOf(services: Services, token = "") {
  const found = await services.accounts.authenticate(token);
  if (!found) throw new Error("the login does not hold");
  return found.principal;
}
