import { Monitor, Smartphone } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useFetcher } from "react-router";
import { Time } from "../locales/time.tsx";
import { Button } from "../ui/button.tsx";
import { deviceOf } from "./device.ts";

export type ListedLogin = { id: string; userAgent: string; lastSeenAt: string; current: boolean };

/** Where one is signed in; each login but this one can be ended. */
export function LoginList({ logins }: { logins: readonly ListedLogin[] }) {
  return (
    <ul className="list">
      {logins.map((login) => (
        <LoginRow key={login.id} login={login} />
      ))}
    </ul>
  );
}

function LoginRow({ login }: { login: ListedLogin }) {
  const { t } = useTranslation("settings");
  const fetcher = useFetcher();
  const device = deviceOf(login.userAgent);
  const name = device ? t("device", device) : t("unknownDevice");
  const Icon = device && ["Android", "iPhone"].includes(device.system) ? Smartphone : Monitor;
  return (
    <li className="li">
      <Icon size={16} className="shrink-0 text-tertiary" aria-hidden />
      <span className="min-w-0 grow">
        <span className="block truncate font-medium">{name}</span>
        <span className="block text-12 text-tertiary">
          {t("seen")} <Time at={login.lastSeenAt} form="relative" />
        </span>
      </span>
      {login.current ? (
        <span className="bdg acc">{t("thisOne")}</span>
      ) : (
        <fetcher.Form method="post" action="/-/settings">
          <input type="hidden" name="intent" value="end-login" />
          <input type="hidden" name="login" value={login.id} />
          <Button
            type="submit"
            size="sm"
            aria-label={t("endNamed", { device: name })}
            disabled={fetcher.state !== "idle"}
          >
            {t("end")}
          </Button>
        </fetcher.Form>
      )}
    </li>
  );
}
