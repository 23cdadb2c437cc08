import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useFetcher, useRouteLoaderData } from "react-router";
import { LANGUAGE_NAMES, languageOf, LANGUAGES } from "../locales/languages.ts";
import { Segmented } from "../ui/segmented.tsx";
import type { Theme } from "../ui/theme.ts";

/** Light, dark, or as the system has it; applied at once, kept in a cookie so that the next page starts with it. */
export function ThemeSwitch() {
  const { t } = useTranslation("settings");
  const root = useRouteLoaderData<{ theme: Theme }>("root");
  const fetcher = useFetcher();
  const theme = (fetcher.formData?.get("theme") as Theme | null | undefined) ?? root?.theme ?? "system";
  useEffect(() => {
    if (theme === "system") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = theme;
  }, [theme]);
  return (
    <Segmented<Theme>
      label={t("theme")}
      value={theme}
      options={[
        { value: "system", label: t("themeSystem") },
        { value: "light", label: t("themeLight") },
        { value: "dark", label: t("themeDark") },
      ]}
      onChange={(value) =>
        void fetcher.submit({ theme: value }, { method: "post", action: "/-/preferences" })
      }
    />
  );
}

/** The page is loaded again in the other language, so that every word of it changes. */
export function LanguageSwitch() {
  const { t, i18n } = useTranslation("settings");
  const fetcher = useFetcher<{ ok: true }>();
  const done = fetcher.data?.ok;
  useEffect(() => {
    if (done) window.location.reload();
  }, [done]);
  return (
    <Segmented
      label={t("language")}
      value={languageOf(i18n.language)}
      options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
      onChange={(value) =>
        void fetcher.submit({ language: value }, { method: "post", action: "/-/preferences" })
      }
    />
  );
}
