import { blocksOf } from "@chopin/document/blocks";
import { parseMarkdown } from "@chopin/document/markdown";
import { applyOperations } from "@chopin/document/operations";
import type { Database } from "../../db/client.ts";
import { createAccess } from "../access/access.ts";
import { createAccounts } from "../accounts/accounts.ts";
import { systemClock } from "../base/clock.ts";
import { createEvents } from "../base/events.ts";
import { randomIds } from "../base/ids.ts";
import { silentLog } from "../base/log.ts";
import type { Principal } from "../base/principal.ts";
import { createBudgets } from "../budgets/budgets.ts";
import { createAgentCore } from "../harness/agent-core.ts";
import type { Script } from "../harness/scripted/script.ts";
import { startScriptedModel } from "../harness/scripted/server.ts";
import { createPlanner } from "../planner/planner.ts";
import type { PlannerDocuments } from "../planner/neighbours.ts";
import { createProviders } from "../providers/providers.ts";
import { createCheckout } from "../repositories/checkout-fixture.ts";
import { createRepositories } from "../repositories/repositories.ts";
import { createTestDb } from "../testing.ts";
import { createChat } from "./chat.ts";
import type { ChatDocuments } from "./neighbours.ts";

/** Everything a Chat stands on, real but for the model. `restart` makes the modules anew on the same database. */
export async function createChatWorld({ script }: { script: Script }) {
  const database: Database = await createTestDb();
  const checkout = createCheckout();
  checkout.write("README.md", "# Boats\n\nBoats are booked by the hour.\n");
  checkout.write("src/booking.ts", "export const hours = 24;\n");
  checkout.commit("Begin");
  const model = await startScriptedModel({ script });
  const text = memoryDocuments();

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
    const documents = text.of(repository.id);
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
    const chat = createChat({
      ...ground,
      accounts,
      access,
      planner,
      documents,
      whenRemoved: () => () => undefined,
    });
    return { ...ground, accounts, access, planner, chat, document: text.id };
  }

  const first = await start();
  const join = async (name: string): Promise<Principal> => {
    const joined = await first.accounts.join({ name });
    if (!joined.ok) throw new Error(joined.reason);
    const known = await first.accounts.authenticate(joined.token);
    if (known === null) throw new Error("not signed in");
    return known.principal;
  };
  return {
    ...first,
    database,
    model,
    text,
    join,
    restart: start,
    async close() {
      await first.chat.close();
      await model.close();
      await database.close();
      checkout.remove();
    },
  };
}

export type ChatWorld = Awaited<ReturnType<typeof createChatWorld>>;

/** One document in memory, edited by blocks as the authority does it, without versions in between. */
function memoryDocuments() {
  const id = randomIds.uuid();
  let doc = parseMarkdown("# Boats\n\nSomebody books a boat.\n");
  let version = 7;
  const source = (): string[] => blocksOf(doc).map((block) => block.source);

  return {
    id,
    source,
    /** As somebody who types would. */
    type(index: number, text: string): void {
      const block = blocksOf(doc)[index];
      if (block === undefined) throw new Error("no such block");
      const applied = applyOperations(doc, [{ type: "replace", block, source: text }]);
      if (!applied.ok) throw new Error(applied.reason);
      doc = applied.transform.doc;
      version += 1;
    },
    of(repository: string): PlannerDocuments & ChatDocuments {
      return {
        summary: async (_principal, given) =>
          given.id === id
            ? { ok: true, document: { id, repository, archivedAt: null } }
            : { ok: false, reason: "not-found" },
        read: async () => ({ ok: true, version, title: "Boats", blocks: blocksOf(doc) }),
        async edit(_principal, { operations }) {
          const applied = applyOperations(doc, operations);
          if (!applied.ok) {
            return applied.reason === "stale"
              ? { ok: false, reason: "stale", changed: applied.changed }
              : { ok: false, reason: applied.reason };
          }
          doc = applied.transform.doc;
          version += 1;
          return { ok: true, version, blocks: blocksOf(doc), changed: applied.changed };
        },
      };
    },
  };
}
