import type { RouterContextProvider } from "react-router";
import { requirePerson, servicesContext } from "../context.ts";

/** What Home lists: the documents changed last, and the repositories with how many documents each has. */
export async function homeLists(context: Readonly<RouterContextProvider>, request: Request) {
  const { principal } = await requirePerson(context, request);
  const { access, documents } = context.get(servicesContext);
  const [recent, repositories, counts] = await Promise.all([
    documents.recent(principal, { limit: 12 }),
    access.repositories(principal),
    documents.counts(principal),
  ]);
  return {
    documents: recent.ok ? recent.documents : [],
    repositories: repositories.map(({ id, name, available }) => ({
      name,
      available,
      count: counts.ok ? (counts.counts[id] ?? 0) : 0,
    })),
  };
}
