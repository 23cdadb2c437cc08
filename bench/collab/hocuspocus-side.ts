import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import postgres from "postgres";
import * as Y from "yjs";
import { freshDatabase } from "../server.ts";
import { HocuspocusTypist, yTextOf } from "./hocuspocus-typist.ts";
import { paragraphs } from "./paragraphs.ts";
import { fullTypists, joinAll } from "./side.ts";
import type { Load, Side } from "./side.ts";

/** Hocuspocus with Yjs on a PostgreSQL database of its own, with the same documents. */
export async function startHocuspocus(load: Load): Promise<Side> {
  const database = await freshDatabase();
  const sql = postgres(database.url, { max: 1, onnotice: () => undefined });
  const names = Array.from({ length: load.documents }, (_, i) => `typed-${i}`);
  await sql`create table documents (name text primary key, data bytea not null)`;
  const state = Buffer.from(firstState(load.typistsPerDocument));
  for (const name of names) await sql`insert into documents (name, data) values (${name}, ${state})`;
  const child = spawn(
    process.execPath,
    [path.join(import.meta.dirname, "hocuspocus-server.ts"), database.url],
    {
      env: { PATH: process.env["PATH"] ?? "", NODE_ENV: "production" },
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout.on("data", (bytes: Buffer) => resolve(Number(/ready on (\d+)/.exec(bytes.toString())?.[1])));
    child.once("exit", () => reject(new Error("the peer did not start")));
  });
  return {
    pid: child.pid ?? 0,
    async connect(apartMs) {
      const join = async (index: number): Promise<HocuspocusTypist> => {
        const number = index % names.length;
        const paragraph = Math.floor(index / names.length);
        const place = { index, paragraph, full: paragraph < fullTypists(load), ledger: load.ledger };
        return await HocuspocusTypist.join(port, { number, name: names[number] ?? "" }, place);
      };
      return await joinAll(names.length * load.typistsPerDocument, join, apartMs);
    },
    async served() {
      const texts = [];
      for (const [number, name] of names.entries()) {
        const place = { index: -1, paragraph: 0, full: false, ledger: load.ledger };
        const typist = await HocuspocusTypist.join(port, { number, name }, place);
        texts.push(await typist.text());
        typist.close();
      }
      return texts;
    },
    async stop() {
      const gone = once(child, "exit");
      child.kill("SIGTERM");
      await gone;
      const rows = await sql<{ name: string; data: Buffer }[]>`select name, data from documents`;
      const stored = names.map((name) => {
        const doc = new Y.Doc();
        Y.applyUpdate(doc, new Uint8Array(rows.find((row) => row.name === name)?.data ?? []));
        return yTextOf(doc);
      });
      await sql.end();
      await database.drop();
      return { stored };
    },
  };
}

function firstState(typists: number): Uint8Array {
  const doc = new Y.Doc();
  const blocks = paragraphs(typists).map((text) => {
    const block = new Y.XmlElement("paragraph");
    block.insert(0, [new Y.XmlText(text)]);
    return block;
  });
  doc.getXmlFragment("prosemirror").insert(0, blocks);
  return Y.encodeStateAsUpdate(doc);
}
