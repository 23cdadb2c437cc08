import { parseWithZod } from "@conform-to/zod/v4";
import { data, redirect } from "react-router";
import { z } from "zod";
import type { Route } from "./+types/document-change.ts";
import { requirePerson, servicesContext } from "../context.ts";
import { renameForm } from "../document/document-forms.ts";

const change = z.discriminatedUnion("intent", [
  renameForm,
  z.object({ intent: z.literal("archive") }),
  z.object({ intent: z.literal("restore") }),
  z.object({ intent: z.literal("remove") }),
]);

/** Changes a document as a whole: its title, or whether it is archived or there at all. */
export async function action({ request, context, params: { id } }: Route.ActionArgs) {
  const { principal } = await requirePerson(context, request);
  const { documents } = context.get(servicesContext);
  const form = parseWithZod(await request.formData(), { schema: change });
  if (form.status !== "success") return data({ result: form.reply() }, { status: 400 });
  const { value } = form;
  switch (value.intent) {
    case "rename": {
      const renamed = await documents.rename(principal, { id, title: value.title });
      if (renamed.ok) return { ok: true };
      return data({ result: form.reply({ fieldErrors: { title: [renamed.reason] } }) }, { status: 400 });
    }
    case "archive":
      return { ...reply(await documents.archive(principal, { id })), intent: "archive" };
    case "restore":
      return { ...reply(await documents.restore(principal, { id })), intent: "restore" };
    case "remove": {
      const removed = await documents.remove(principal, { id });
      return removed.ok ? redirect("/") : removed;
    }
  }
}

function reply(outcome: { ok: true } | { ok: false; reason: string }) {
  return outcome.ok ? { ok: true } : { ok: false, reason: outcome.reason };
}
