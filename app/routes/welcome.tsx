import { getFormProps, getInputProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { useTranslation } from "react-i18next";
import { data, Form, redirect, useNavigation } from "react-router";
import { z } from "zod";
import type { Route } from "./+types/welcome.ts";
import { findPerson, servicesContext, visitContext } from "../context.ts";
import { getI18n } from "../locales/i18n.ts";
import { LanguageSwitch } from "../settings/preferences.tsx";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { NoteIcon } from "../ui/mark.tsx";
import { backTo } from "./back-to.ts";

/** `invalid` also stands for a name that is too long: the server says what a name is. */
const introduction = z.object({
  name: z.string({ error: "empty" }).trim().min(1, "empty").max(200, "invalid"),
});

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: loaderData?.title ?? "Chopin" }];
}

export async function loader({ request, context }: Route.LoaderArgs) {
  if (await findPerson(context)) throw redirect(backTo(request));
  const people = await context.get(servicesContext).accounts.people();
  return { first: people.length === 0, title: `${getI18n(context).t("welcome:page")} · Chopin` };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = parseWithZod(await request.formData(), { schema: introduction });
  if (form.status !== "success") return data({ result: form.reply(), late: false }, { status: 400 });
  const joined = await context.get(servicesContext).accounts.join({
    name: form.value.name,
    userAgent: request.headers.get("User-Agent") ?? undefined,
  });
  if (!joined.ok) {
    const reason = joined.reason === "name-taken" ? "taken" : "invalid";
    // Somebody else has come in since this page was loaded.
    const late = joined.reason === "name-taken";
    return data({ result: form.reply({ fieldErrors: { name: [reason] } }), late }, { status: 400 });
  }
  return redirect(backTo(request), {
    headers: { "Set-Cookie": context.get(visitContext).loginCookie(joined.token) },
  });
}

export default function Welcome({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation("welcome");
  const sending = useNavigation().state !== "idle";
  const [form, fields] = useForm({
    lastResult: actionData?.result,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: introduction }),
    shouldRevalidate: "onInput",
  });
  const problems: Record<string, string> = { empty: t("empty"), invalid: t("invalid"), taken: t("taken") };
  const problem = fields.name.errors?.[0];
  return (
    <main className="grid min-h-dvh place-items-center bg-surface px-5 py-10">
      <div className="w-full max-w-[360px]">
        <span className="-ml-1.5 mb-5 block">
          <NoteIcon size={28} />
        </span>
        <h1 className="ttl">{t("title")}</h1>
        <p className="mt-1 mb-5 text-pretty text-secondary">{t("lead")}</p>
        <Form method="post" reloadDocument={false} {...getFormProps(form)}>
          <Field
            {...getInputProps(fields.name, { type: "text" })}
            key="name"
            label={t("name")}
            error={problem ? problems[problem] : undefined}
            className="min-h-9"
            autoComplete="nickname"
            autoFocus
            maxLength={200}
          />
          <Button type="submit" look="primary" className="mt-3 h-9 w-full" disabled={sending}>
            {t("start")}
          </Button>
        </Form>
        {loaderData.first && !actionData?.late ? <p className="hint mt-3">{t("first")}</p> : null}
        <div className="mt-10">
          <LanguageSwitch />
        </div>
      </div>
    </main>
  );
}
