import path from "node:path";
import { isReachable, openDb } from "../db/client.ts";
import { createAccess } from "./access/access.ts";
import type { Access } from "./access/access.ts";
import { createAccounts } from "./accounts/accounts.ts";
import type { Accounts } from "./accounts/accounts.ts";
import { systemClock } from "./base/clock.ts";
import type { Config } from "./base/config.ts";
import { createEvents } from "./base/events.ts";
import type { Events } from "./base/events.ts";
import { randomIds } from "./base/ids.ts";
import type { Log } from "./base/log.ts";
import { createBudgets } from "./budgets/budgets.ts";
import { createChat } from "./chat/chat.ts";
import type { Chat } from "./chat/chat.ts";
import { createDocuments } from "./documents/documents.ts";
import type { Documents } from "./documents/documents.ts";
import { createAgentCore } from "./harness/agent-core.ts";
import { createPlanner } from "./planner/planner.ts";
import { createProviders } from "./providers/providers.ts";
import { createRepositories } from "./repositories/repositories.ts";
import type { Repositories } from "./repositories/repositories.ts";

/** The modules' front doors, in the order in which they know one another. */
export type Services = {
  events: Events;
  log: Log;
  accounts: Accounts;
  repositories: Repositories;
  access: Access;
  documents: Documents;
  chat: Chat;
  /** True while the database answers. */
  ready(): Promise<boolean>;
  /** Finishes what was taken on, then gives the database free. */
  close(): Promise<void>;
};

/**
 * Opens the database and builds every module once. `migrations` is where the generated migrations lie when the
 * server runs from a bundle. Rejects with a fault that can be shown when the database cannot be used.
 */
export async function createServices({
  config,
  log,
  migrations,
}: {
  config: Config;
  log: Log;
  migrations?: string | undefined;
}): Promise<Services> {
  const database = await openDb({
    url: config.databaseUrl,
    dataDir: config.dataDir,
    log,
    ...(migrations === undefined ? {} : { migrations: path.resolve(migrations) }),
  });
  const { db } = database;
  const ground = {
    db,
    events: createEvents({ redisUrl: config.redisUrl, log }),
    clock: systemClock,
    ids: randomIds,
    log,
  };
  const accounts = createAccounts(ground);
  const repositories = await createRepositories({ ...ground, paths: config.repositories });
  const access = createAccess({ ...ground, accounts, repositories });
  const documents = createDocuments({ ...ground, accounts, repositories, access });
  await documents.seedFirst();
  const planner = createPlanner({
    ...ground,
    access,
    documents,
    repositories,
    budgets: createBudgets(ground),
    providers: createProviders({ config }),
    harness: createAgentCore(ground),
  });
  const chat = createChat({ ...ground, accounts, access, documents, planner });
  // The embedded database serves one process, so a turn that was playing there died with the one before.
  await chat.recover({ alone: database.kind === "pglite" });
  return {
    events: ground.events,
    log,
    accounts,
    repositories,
    access,
    documents,
    chat,
    ready: () => isReachable(db),
    async close() {
      await chat.close();
      planner.close();
      await documents.close();
      await ground.events.close();
      await database.close();
    },
  };
}
