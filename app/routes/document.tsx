import { data, redirect } from "react-router";
import type { Route } from "./+types/document.ts";
import { requirePerson, servicesContext } from "../context.ts";
import { DocumentPage } from "./document-page.tsx";
import { readChatFrame } from "./preference-cookies.ts";
import "../editor/prose.css";

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [{ title: "Chopin" }];
  const { title, repositoryName } = loaderData.summary;
  return [{ title: `${title} · ${repositoryName} · Chopin` }];
}

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { person, principal } = await requirePerson(context, request);
  const { documents } = context.get(servicesContext);
  const { owner, repository, slug, child } = params;
  const slugs = child === undefined ? [slug] : [slug, child];
  const found = await documents.find(principal, { repository: `${owner}/${repository}`, slugs });
  if (!found.ok) {
    if (found.reason === "moved") throw redirect(found.path);
    throw data(null, { status: found.reason === "forbidden" ? 403 : 404 });
  }
  const page = await documents.page(principal, { id: found.document.id });
  if (!page.ok) throw data(null, { status: page.reason === "forbidden" ? 403 : 404 });
  const { summary, version, doc, rights, children } = page;
  return {
    me: { id: person.id, name: person.name },
    summary,
    version,
    // Plain JSON by contract; the editor's schema checks it when it is read.
    doc: doc as JsonObject,
    rights,
    children: children.map(({ id, title, path }) => ({ id, title, path })),
    chatFrame: readChatFrame(request),
  };
}

type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };
type JsonObject = { [key: string]: JsonValue };

/** Another document is another page, so that nothing of the one before is left in it. */
export default function DocumentRoute({ loaderData }: Route.ComponentProps) {
  return <DocumentPage key={loaderData.summary.id} {...loaderData} />;
}
