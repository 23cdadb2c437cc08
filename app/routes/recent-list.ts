import type { Route } from "./+types/recent-list.ts";
import { requirePerson, servicesContext } from "../context.ts";

/** Home's recent documents, for a page that has them on screen already. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { principal } = await requirePerson(context, request);
  const recent = await context.get(servicesContext).documents.recent(principal, { limit: 12 });
  return Response.json({ documents: recent.ok ? recent.documents : [] });
}
