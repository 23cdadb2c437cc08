import { useState } from "react";
import { Plus, Upload } from "lucide-react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Trans, useTranslation } from "react-i18next";
import { data, redirect } from "react-router";
import type { Route } from "./+types/repository.ts";
import { requirePerson, servicesContext } from "../context.ts";
import { createForm } from "../document/document-forms.ts";
import { DocumentList } from "../document/document-list.tsx";
import { ImportMarkdown } from "../document/import-markdown.tsx";
import { readImport } from "../document/read-import.ts";
import { ListTools } from "../document/list-tools.tsx";
import { NewDocument } from "../document/new-document.tsx";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { listAsked } from "./list-asked.ts";
import { PageTop } from "./page-top.tsx";
import { useLiveList } from "./use-live-list.ts";
import { TabBar } from "./tab-bar.tsx";

export function meta({ params }: Route.MetaArgs) {
  return [{ title: `${params.owner}/${params.repository} · Chopin` }];
}

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { principal } = await requirePerson(context, request);
  const { access, documents } = context.get(servicesContext);
  const name = `${params.owner}/${params.repository}`;
  const repository = (await access.repositories(principal)).find((one) => sameName(one.name, name));
  if (!repository) throw data(null, { status: 404 });
  const { search, archived } = listAsked(request);
  const [list, rights] = await Promise.all([
    documents.list(principal, { repository: repository.id, search, archived }),
    access.rights(principal),
  ]);
  return {
    name: repository.name,
    search,
    archived,
    list: { documents: list.ok ? list.documents : [] },
    mayWrite: rights.write,
  };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const { principal } = await requirePerson(context, request);
  const { access, documents } = context.get(servicesContext);
  const name = `${params.owner}/${params.repository}`;
  const repository = (await access.repositories(principal)).find((one) => sameName(one.name, name));
  if (!repository) throw data(null, { status: 404 });
  const body = await request.formData();
  if (body.get("intent") === "import") {
    const file = await readImport(body);
    if (!file.ok) return data({ result: { error: { "": [file.reason] } } }, { status: 400 });
    const { title, source } = file;
    const made = await documents.create(principal, { repository: repository.id, title, source });
    if (made.ok) return redirect(made.document.path);
    return data({ result: { error: { "": [made.reason] } } }, { status: 400 });
  }
  const form = parseWithZod(body, { schema: createForm });
  if (form.status !== "success") return data({ result: form.reply() }, { status: 400 });
  const { title, parent } = form.value;
  const made = await documents.create(principal, {
    repository: repository.id,
    title,
    ...(parent ? { parent } : {}),
  });
  if (made.ok) return redirect(made.document.path);
  return data({ result: form.reply({ fieldErrors: { title: [made.reason] } }) }, { status: 400 });
}

export default function RepositoryPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("repository");
  const { name, search, archived, mayWrite } = loaderData;
  const asked = new URLSearchParams({ search, archived: archived ? "1" : "" });
  const { documents } = useLiveList(`/-/lists/${name}?${asked}`, loaderData.list);
  const [dialog, setDialog] = useState<"create" | "import" | null>(null);
  const nothing = documents.length === 0;
  return (
    <>
      <main className="page" id="page">
        <PageTop title={name} />
        <div className="scroll">
          <div className="pane">
            <div className="mb-5 flex flex-wrap items-center gap-2">
              <h1 className="ttl mr-auto min-w-0 break-words max-md:sr-only">{name}</h1>
              {mayWrite ? (
                <>
                  <Button size="sm" onClick={() => setDialog("import")}>
                    <Upload size={14} aria-hidden />
                    {t("import")}
                  </Button>
                  <Button
                    size="sm"
                    look={nothing ? "default" : "primary"}
                    onClick={() => setDialog("create")}
                  >
                    <Plus size={14} aria-hidden />
                    {t("newDocument")}
                  </Button>
                </>
              ) : null}
            </div>
            {nothing && !search && !archived ? null : <ListTools search={search} archived={archived} />}
            {nothing ? (
              search ? (
                <EmptyState title={t("nothingTitle", { search })}>
                  {archived ? null : t("nothing")}
                </EmptyState>
              ) : (
                <EmptyState
                  title={t("emptyTitle", { repository: name })}
                  actions={
                    mayWrite ? (
                      <>
                        <Button look="primary" onClick={() => setDialog("create")}>
                          {t("newDocument")}
                        </Button>
                        <Button onClick={() => setDialog("import")}>{t("import")}</Button>
                      </>
                    ) : null
                  }
                >
                  <Trans t={t} i18nKey="empty" components={{ at: <span className="at" /> }} />
                </EmptyState>
              )
            ) : (
              <DocumentList documents={documents} />
            )}
          </div>
        </div>
        <NewDocument
          open={dialog === "create"}
          onOpenChange={(open) => setDialog(open ? "create" : null)}
          repositories={[name]}
        />
        <ImportMarkdown
          open={dialog === "import"}
          onOpenChange={(open) => setDialog(open ? "import" : null)}
          repository={name}
        />
      </main>
      <TabBar />
    </>
  );
}

/** Names of repositories are compared ignoring case, as GitHub does. */
function sameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
