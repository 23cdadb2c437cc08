import { data, redirect } from "react-router";
import type { Route } from "./+types/document-by-id.ts";
import { requirePerson, servicesContext } from "../context.ts";

/** An address that stays: leads to wherever the document is now. */
export async function loader({ request, context, params: { id } }: Route.LoaderArgs) {
  const { principal } = await requirePerson(context, request);
  const found = await context.get(servicesContext).documents.summary(principal, { id });
  if (found.ok) throw redirect(found.document.path);
  throw data(null, { status: found.reason === "forbidden" ? 403 : 404 });
}
