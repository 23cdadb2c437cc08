import { Database } from "@hocuspocus/extension-database";
import { Server } from "@hocuspocus/server";
import postgres from "postgres";

/**
 * The peer, in a process of its own: `node hocuspocus-server.ts <database url>`. As its documentation sets it up with
 * a database: changes are acknowledged when they are applied and stored two to ten seconds later.
 */
const sql = postgres(process.argv[2] ?? "", { onnotice: () => undefined });
await sql`create table if not exists documents (name text primary key, data bytea not null)`;

const server = new Server({
  quiet: true,
  address: "127.0.0.1",
  port: 0,
  stopOnSignals: true,
  extensions: [
    new Database({
      fetch: async ({ documentName }) => {
        const [row] = await sql<{ data: Buffer }[]>`select data from documents where name = ${documentName}`;
        return row ? new Uint8Array(row.data) : null;
      },
      store: async ({ documentName, state }) => {
        await sql`insert into documents (name, data) values (${documentName}, ${state as Buffer})
          on conflict (name) do update set data = excluded.data`;
      },
    }),
  ],
});
await server.listen();
console.log(`ready on ${server.address.port}`);
