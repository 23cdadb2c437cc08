import { data } from "react-router";
import type { Route } from "./+types/document-markdown.ts";
import { requirePerson, servicesContext } from "../context.ts";

/** The document as a Markdown file to keep. */
export async function loader({ request, context, params: { id } }: Route.LoaderArgs) {
  const { principal } = await requirePerson(context, request);
  const file = await context.get(servicesContext).documents.download(principal, { id });
  if (!file.ok) throw data(null, { status: statusOf(file.reason) });
  return new Response(file.source, {
    headers: {
      "Content-Type": "text/markdown; charset=utf-8",
      // A name in any script, as RFC 6266 writes it.
      "Content-Disposition": `attachment; filename*=UTF-8''${encodeURIComponent(file.filename)}`,
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "no-store",
    },
  });
}

function statusOf(reason: string): number {
  return reason === "forbidden" ? 403 : 404;
}
