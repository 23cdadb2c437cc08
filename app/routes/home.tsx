import { useState } from "react";
import { BookMarked, FileText, Plus } from "lucide-react";
import { Trans, useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Route } from "./+types/home.ts";
import { requirePerson, servicesContext } from "../context.ts";
import { KeptNotices } from "../document/kept-notices.tsx";
import { NewDocument } from "../document/new-document.tsx";
import { useKept } from "../document/use-kept-changes.ts";
import { getI18n } from "../locales/i18n.ts";
import { Time } from "../locales/time.tsx";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { homeLists } from "./home-lists.ts";
import { TabBar } from "./tab-bar.tsx";
import { useLiveList } from "./use-live-list.ts";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: loaderData?.title ?? "Chopin" }];
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const { principal } = await requirePerson(context, request);
  const [lists, rights] = await Promise.all([
    homeLists(context, request),
    context.get(servicesContext).access.rights(principal),
  ]);
  return { title: `${getI18n(context).t("home:page")} · Chopin`, lists, rights };
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("home");
  const { rights } = loaderData;
  const { documents: recent, repositories } = useLiveList("/-/lists/home", loaderData.lists);
  const [creating, setCreating] = useState(false);
  const kept = useKept();
  const mayCreate = rights.write && repositories.length > 0;
  return (
    <>
      <main className="page" id="page">
        <div className="scroll">
          <div className="home">
            {kept.some(({ stuck }) => stuck) ? (
              <section className="col-span-full -mb-6 grid gap-2">
                <KeptNotices kept={kept} named />
              </section>
            ) : null}
            <section>
              <div className="mb-3 flex items-baseline gap-2">
                <h1 className="ttl grow">{t("recent")}</h1>
                {mayCreate ? (
                  <Button size="sm" className="self-center" onClick={() => setCreating(true)}>
                    <Plus size={14} aria-hidden />
                    {t("newDocument")}
                  </Button>
                ) : null}
              </div>
              {repositories.length === 0 ? <NoRepositories mayRead={rights.read} /> : null}
              {repositories.length > 0 && recent.length === 0 ? (
                <EmptyState
                  title={t("emptyTitle")}
                  actions={
                    mayCreate ? (
                      <Button look="primary" onClick={() => setCreating(true)}>
                        {t("newDocument")}
                      </Button>
                    ) : null
                  }
                >
                  {t("empty")}
                </EmptyState>
              ) : null}
              <ul>
                {recent.map((document) => (
                  <li key={document.id}>
                    <Link className="rd" to={document.path}>
                      <FileText size={16} aria-hidden />
                      <span className="min-w-0">
                        <span className="block truncate text-14 font-medium" dir="auto">
                          {document.title}
                        </span>
                        <span className="block truncate text-12 text-tertiary">
                          {document.repositoryName}
                        </span>
                      </span>
                      <span />
                      <span className="min-w-19 text-right text-12 text-tertiary">
                        <Time at={document.updatedAt} form="relative" />
                      </span>
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
            {repositories.length > 0 ? <RepositoryList repositories={repositories} /> : null}
          </div>
        </div>
        {mayCreate ? (
          <NewDocument
            open={creating}
            onOpenChange={setCreating}
            repositories={repositories.filter(({ available }) => available).map(({ name }) => name)}
          />
        ) : null}
      </main>
      <TabBar />
    </>
  );
}

function NoRepositories({ mayRead }: { mayRead: boolean }) {
  const { t } = useTranslation("home");
  return (
    <EmptyState title={t("noRepositoriesTitle")}>
      {mayRead ? (
        <Trans t={t} i18nKey="noRepositories" components={{ c: <code className="text-12" /> }} />
      ) : (
        t("noAccess")
      )}
    </EmptyState>
  );
}

type Listed = { name: string; available: boolean; count: number };

function RepositoryList({ repositories }: { repositories: readonly Listed[] }) {
  const { t } = useTranslation("home");
  return (
    <section>
      <h2 className="h mb-3.5">{t("repositories")}</h2>
      <ul>
        {repositories.map(({ name, available, count }) => (
          <li key={name}>
            <Link className="rp" to={`/${name}`}>
              <BookMarked size={16} aria-hidden />
              <span className="min-w-0 truncate font-medium" title={name}>
                {name}
              </span>
              {name.startsWith("local/") ? <span className="bdg line">{t("localCheckout")}</span> : null}
              {available ? null : <span className="bdg warn">{t("unavailable")}</span>}
              <span className="ml-auto text-12 text-tertiary tabular-nums" aria-label={t("count", { count })}>
                {count}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
