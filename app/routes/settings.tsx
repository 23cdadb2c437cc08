import { useTranslation } from "react-i18next";
import { data, redirect } from "react-router";
import { z } from "zod";
import type { Route } from "./+types/settings.ts";
import { requirePerson, servicesContext, visitContext } from "../context.ts";
import { getI18n } from "../locales/i18n.ts";
import { LoginList } from "../settings/login-list.tsx";
import { useUnsavedHere } from "../document/use-kept-changes.ts";
import { PeopleTable } from "../settings/people-table.tsx";
import { LanguageSwitch, ThemeSwitch } from "../settings/preferences.tsx";
import { SettingsSection } from "../settings/section.tsx";
import { SignOut } from "../settings/sign-out.tsx";
import { PageTop } from "./page-top.tsx";
import { TabBar } from "./tab-bar.tsx";

const flag = z.enum(["true", "false"]).transform((value) => value === "true");
const change = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("end-login"), login: z.string().max(64) }),
  z.object({ intent: z.literal("sign-out") }),
  z.object({ intent: z.literal("end-logins"), person: z.string().max(64) }),
  z.object({
    intent: z.literal("set-rights"),
    person: z.string().max(64),
    read: flag,
    write: flag,
    administer: flag,
  }),
]);

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: loaderData?.title ?? "Chopin" }];
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const { person, principal } = await requirePerson(context, request);
  const { accounts, access } = context.get(servicesContext);
  const [logins, people] = await Promise.all([accounts.logins(principal), access.people(principal)]);
  return {
    title: `${getI18n(context).t("settings:page")} · Chopin`,
    me: { id: person.id, name: person.name },
    logins: logins.map(({ id, userAgent, lastSeenAt, current }) => ({
      id,
      userAgent,
      lastSeenAt: lastSeenAt.toISOString(),
      current,
    })),
    people: people.ok
      ? people.people.map(({ person, rights, logins }) => ({
          id: person.id,
          name: person.name,
          rights,
          logins,
        }))
      : null,
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { principal } = await requirePerson(context, request);
  const { accounts, access } = context.get(servicesContext);
  const parsed = change.safeParse(Object.fromEntries(await request.formData()));
  if (!parsed.success) throw data(null, { status: 400 });
  const wanted = parsed.data;
  switch (wanted.intent) {
    case "end-login":
      return await accounts.endLogin(principal, { login: wanted.login });
    case "sign-out":
      await accounts.signOut(principal);
      throw redirect("/-/welcome", {
        headers: { "Set-Cookie": context.get(visitContext).loginCookie(null) },
      });
    case "end-logins":
      return await access.endLogins(principal, { person: wanted.person });
    case "set-rights": {
      const { person, read, write, administer } = wanted;
      return await access.setRights(principal, { person, rights: { read, write, administer } });
    }
  }
}

export default function Settings({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("settings");
  const { me, logins, people } = loaderData;
  const unsaved = useUnsavedHere(me.id);
  const administrators = people?.filter(({ rights, logins }) => rights.administer && logins > 0) ?? [];
  const onlyAdministrator = administrators.length === 1 && administrators[0]?.id === me.id;
  return (
    <>
      <main className="page" id="page">
        <PageTop title={t("title")} />
        <div className="scroll">
          <div className="pane wide">
            <h1 className="ttl mb-8 max-md:sr-only">{t("title")}</h1>
            <SettingsSection title={t("me")}>
              <Row label={t("name")}>
                <span className="font-medium" dir="auto">
                  {me.name}
                </span>
              </Row>
              <Row label={t("language")}>
                <LanguageSwitch />
              </Row>
              <Row label={t("theme")}>
                <ThemeSwitch />
              </Row>
            </SettingsSection>
            <SettingsSection title={t("logins")} hint={t("loginsHint")}>
              <LoginList logins={logins} />
              <SignOut name={me.name} onlyAdministrator={onlyAdministrator} unsaved={unsaved} />
            </SettingsSection>
            {people ? (
              <SettingsSection title={t("people")} hint={t("peopleHint")}>
                <PeopleTable people={people} me={me.id} />
              </SettingsSection>
            ) : null}
          </div>
        </div>
      </main>
      <TabBar />
    </>
  );
}

function Row({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1">
      <span className="w-28 text-secondary">{label}</span>
      {children}
    </div>
  );
}
