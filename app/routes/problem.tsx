import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { buttonClass } from "../ui/button.tsx";
import { NoteIcon } from "../ui/mark.tsx";

/** The page for what cannot be shown: what happened, what was kept, what to do next. */
export function Problem({ status }: { status: number }) {
  const { t } = useTranslation("problem");
  const { page, title, words } = problemWords();
  return (
    <main className="grid min-h-dvh place-items-center bg-surface px-6">
      <title>{`${page} · Chopin`}</title>
      <div className="w-full max-w-[440px]">
        <span className="-ml-1.5 mb-5 block">
          <NoteIcon size={28} />
        </span>
        <h1 className="ttl">{title}</h1>
        <p className="mt-1 text-pretty text-secondary">{words}</p>
        <div className="mt-5 flex gap-2">
          <Link className={buttonClass("primary")} to="/">
            {t("toHome")}
          </Link>
          {status >= 500 ? (
            <a className={buttonClass()} href="">
              {t("reload")}
            </a>
          ) : null}
        </div>
      </div>
    </main>
  );

  function problemWords() {
    if (status === 404) return { page: t("missingPage"), title: t("missingTitle"), words: t("missing") };
    if (status === 403)
      return { page: t("forbiddenTitle"), title: t("forbiddenTitle"), words: t("forbidden") };
    return { page: t("brokenPage"), title: t("brokenTitle"), words: t("broken", { status }) };
  }
}
