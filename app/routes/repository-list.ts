import { data } from "react-router";
import type { Route } from "./+types/repository-list.ts";
import { requirePerson, servicesContext } from "../context.ts";
import { listAsked } from "./list-asked.ts";

/** A repository's documents, for a page that has them on screen already. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { principal } = await requirePerson(context, request);
  const { access, documents } = context.get(servicesContext);
  const name = `${params.owner}/${params.repository}`.toLowerCase();
  const repository = (await access.repositories(principal)).find((one) => one.name.toLowerCase() === name);
  if (!repository) throw data(null, { status: 404 });
  const list = await documents.list(principal, { repository: repository.id, ...listAsked(request) });
  return Response.json({ documents: list.ok ? list.documents : [] });
}
