import { sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { createAccess } from "../access/access.ts";
import { createAccounts } from "../accounts/accounts.ts";
import { systemClock } from "../base/clock.ts";
import { createEvents } from "../base/events.ts";
import { randomIds } from "../base/ids.ts";
import { silentLog } from "../base/log.ts";
import type { Principal } from "../base/principal.ts";
import { createBudgets } from "../budgets/budgets.ts";
import { createDocuments } from "../documents/documents.ts";
import { createAgentCore } from "../harness/agent-core.ts";
import type { Script } from "../harness/scripted/script.ts";
import { startScriptedModel } from "../harness/scripted/server.ts";
import { createPlanner } from "../planner/planner.ts";
import { createProviders } from "../providers/providers.ts";
import { createCheckout } from "../repositories/checkout-fixture.ts";
import { createRepositories } from "../repositories/repositories.ts";
import { createTestDb } from "../testing.ts";
import { createChat } from "./chat.ts";

/** A database and a checkout that the worlds of one test file use one after the other. */
export async function createChatGround() {
  const database: Database = await createTestDb();
  const checkout = createCheckout();
  checkout.write("README.md", "# Boats\n\nBoats are booked by the hour.\n");
  checkout.write("src/booking.ts", "export const hours = 24;\n");
  checkout.commit("Begin");
  return {
    database,
    checkout,
    async close(): Promise<void> {
      await database.close();
      checkout.remove();
    },
  };
}

export type ChatGround = Awaited<ReturnType<typeof createChatGround>>;

/**
 * Everything a Chat stands on, real but for the model. `restart` makes the modules anew on the same database; closing
 * leaves the database empty.
 */
export async function createChatWorld({ database, checkout }: ChatGround, { script }: { script: Script }) {
  const model = await startScriptedModel({ script });

  async function start({ noModel = false }: { noModel?: boolean } = {}) {
    const ground = {
      db: database.db,
      clock: systemClock,
      ids: randomIds,
      log: silentLog,
      events: createEvents({ log: silentLog }),
    };
    const accounts = createAccounts(ground);
    const repositories = await createRepositories({ ...ground, paths: [checkout.directory] });
    const access = createAccess({ ...ground, accounts, repositories });
    const [repository] = await repositories.list();
    if (repository === undefined) throw new Error("no repository");
    const documents = createDocuments({ ...ground, accounts, repositories, access });
    const custom = { baseUrl: `${model.origin}/v1`, apiKey: "key-of-the-test" };
    const planner = createPlanner({
      ...ground,
      access,
      repositories,
      documents,
      providers: createProviders({
        config: { agent: "on", models: noModel ? {} : { model: "scripted", custom } },
      }),
      budgets: createBudgets(ground),
      harness: createAgentCore(ground),
    });
    const chat = createChat({ ...ground, accounts, access, planner, documents });
    return { ...ground, accounts, access, documents, repository, planner, chat };
  }

  const first = await start();
  const join = async (name: string): Promise<Principal> => {
    const joined = await first.accounts.join({ name });
    if (!joined.ok) throw new Error(joined.reason);
    const known = await first.accounts.authenticate(joined.token);
    if (known === null) throw new Error("not signed in");
    return known.principal;
  };
  const ada = await join("Ada");
  const made = await first.documents.create(ada, {
    repository: first.repository.id,
    title: "Boats",
    source: "# Boats\n\nSomebody books a boat.\n",
  });
  if (!made.ok) throw new Error(made.reason);
  const { id } = made.document;
  const read = async () => {
    const text = await first.documents.read(ada, { id });
    if (!text.ok) throw new Error(text.reason);
    return text;
  };

  return {
    ...first,
    database,
    model,
    /** The operator; the document is hers. */
    ada,
    document: id,
    join,
    /** The source of each block now. */
    blocks: async () => (await read()).blocks.map(({ source }) => source),
    /** Rewrites a block as somebody who types would. */
    async type(index: number, source: string): Promise<void> {
      const { version, blocks } = await read();
      const block = blocks[index];
      if (block === undefined) throw new Error("no such block");
      const edited = await first.documents.edit(ada, {
        id,
        version,
        operations: [{ type: "replace", block, source }],
      });
      if (!edited.ok) throw new Error(edited.reason);
    },
    restart: start,
    async close() {
      await first.chat.close();
      await first.documents.close();
      await model.close();
      await database.db.execute(
        sql`truncate people, logins, person_rights, documents, chat_messages, model_responses cascade`,
      );
    },
  };
}

export type ChatWorld = Awaited<ReturnType<typeof createChatWorld>>;
