import { FileText, House, SlidersHorizontal } from "lucide-react";
import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link, NavLink, Outlet, useParams } from "react-router";
import type { Route } from "./+types/shell.ts";
import { requirePerson, servicesContext } from "../context.ts";
import { useFollowKept } from "../document/use-kept-changes.ts";
import { createQueries, followLists } from "../live/lists.ts";
import { showFor, tabConnection } from "../live/tab-connection.ts";
import { Avatar, NoteIcon } from "../ui/mark.tsx";
import { Tooltip } from "../ui/tooltip.tsx";

/** Who is here and which repositories they may read: what the frame of every page shows. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { person, principal } = await requirePerson(context, request);
  const repositories = await context.get(servicesContext).access.repositories(principal);
  return { me: { id: person.id, name: person.name }, repositories: repositories.map(({ name }) => name) };
}

/** The frame: a slim rail at the left, the page, and on a phone one bar below. */
export default function Shell({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("common");
  const { owner, repository } = useParams();
  const { me } = loaderData;
  const [queries] = useState(createQueries);
  useEffect(() => showFor(me.id), [me.id]);
  useEffect(() => followLists(tabConnection(), queries), [queries]);
  useFollowKept(me.id);
  const documents = owner && repository ? `${owner}/${repository}` : loaderData.repositories[0];
  return (
    <div className="app">
      <a href="#page" className="btn primary skip">
        {t("skip")}
      </a>
      <nav className="rail" aria-label={t("main")}>
        <Link className="logo" to="/" aria-label={t("product")}>
          <NoteIcon size={20} />
        </Link>
        <RailLink to="/" label={t("home")}>
          <House size={20} strokeWidth={1.6} aria-hidden />
        </RailLink>
        {documents ? (
          <RailLink to={`/${documents}`} label={t("documents")} within>
            <FileText size={20} strokeWidth={1.6} aria-hidden />
          </RailLink>
        ) : null}
        <RailLink to="/-/settings" label={t("settings")}>
          <SlidersHorizontal size={20} strokeWidth={1.6} aria-hidden />
        </RailLink>
        <Tooltip label={me.name} side="right">
          <Link className="foot" to="/-/settings" aria-label={t("signedInAs", { name: me.name })}>
            <Avatar name={me.name} own decorative />
          </Link>
        </Tooltip>
      </nav>
      <QueryClientProvider client={queries}>
        <Outlet />
      </QueryClientProvider>
    </div>
  );
}

/** `within`: also current on the pages below its address. */
function RailLink(props: { to: string; label: string; within?: boolean; children: ReactNode }) {
  return (
    <Tooltip label={props.label} side="right">
      <NavLink to={props.to} end={!props.within} aria-label={props.label}>
        {props.children}
      </NavLink>
    </Tooltip>
  );
}
