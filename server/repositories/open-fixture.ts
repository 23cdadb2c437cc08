import type { Database } from "../../db/client.ts";
import { silentLog } from "../base/log.ts";
import type { Checkout } from "./checkout-fixture.ts";
import { createRepositories } from "./repositories.ts";

/** Opens one checkout through the front door and binds the reads to it, for tests. */
export async function openCheckout({ database, checkout }: { database: Database; checkout: Checkout }) {
  const repositories = await createRepositories({
    db: database.db,
    paths: [checkout.directory],
    log: silentLog,
  });
  const [repository] = await repositories.list();
  if (repository === undefined) throw new Error("no repository");
  const { id } = repository;
  return {
    repository,
    head: () => repositories.head(id),
    tree: (options?: Parameters<typeof repositories.tree>[1]) => repositories.tree(id, options),
    file: (options: Parameters<typeof repositories.file>[1]) => repositories.file(id, options),
    search: (options: Parameters<typeof repositories.search>[1]) => repositories.search(id, options),
    history: (options?: Parameters<typeof repositories.history>[1]) => repositories.history(id, options),
  };
}
