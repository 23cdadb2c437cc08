import { useEffect } from "react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useRouteLoaderData,
} from "react-router";
import type { Route } from "./+types/root.ts";
import { getLocale, i18nMiddleware } from "./locales/i18n.ts";
import { LANGUAGE_TAGS, languageOf } from "./locales/languages.ts";
import { zoneOf } from "./locales/dates.ts";
import { browserZone, ZONE_COOKIE } from "./locales/time.tsx";
import { useNonce } from "./nonce.ts";
import { Problem } from "./routes/problem.tsx";
import { readPreferences } from "./routes/preference-cookies.ts";
import { Toaster } from "./ui/toast.tsx";
import { TooltipProvider } from "./ui/tooltip.tsx";
import "./styles/app.css";

export const middleware: Route.MiddlewareFunction[] = [i18nMiddleware];

/** How the page looks before it comes to life: language, theme, the reader's zone and the present. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { theme, zone } = readPreferences(request);
  return { language: languageOf(getLocale(context)), theme, zone: zoneOf(zone), now: Date.now() };
}

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  const { i18n, t } = useTranslation();
  const theme = useRouteLoaderData<typeof loader>("root")?.theme ?? "system";
  return (
    <html
      lang={LANGUAGE_TAGS[languageOf(i18n.language)]}
      data-theme={theme === "system" ? undefined : theme}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta
          name="viewport"
          content="width=device-width, initial-scale=1, interactive-widget=resizes-content"
        />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <meta property="csp-nonce" nonce={nonce} suppressHydrationWarning />
        <Meta />
        <Links />
      </head>
      <body>
        <TooltipProvider>{children}</TooltipProvider>
        <Toaster label={t("notices")} />
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

export default function App({ loaderData }: Route.ComponentProps) {
  useEffect(() => {
    const zone = browserZone();
    if (zone !== loaderData.zone) {
      document.cookie = `${ZONE_COOKIE}=${encodeURIComponent(zone)}; path=/; max-age=31536000; samesite=lax`;
    }
  }, [loaderData.zone]);
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <Problem status={isRouteErrorResponse(error) ? error.status : 500} />;
}
