import { useEffect, useRef } from "react";
import { Search } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Form, useSubmit } from "react-router";

/** Milliseconds after the last key before the list is searched. */
const SETTLED = 200;

/** Search by title, and whether archived documents are shown. Works as a plain form too. */
export function ListTools({ search, archived }: { search: string; archived: boolean }) {
  const { t } = useTranslation("repository");
  const submit = useSubmit();
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const now = () => {
    clearTimeout(timer.current);
    void submit(form.current, { replace: true, preventScrollReset: true });
  };
  return (
    <Form ref={form} role="search" className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="inp flex min-w-0 flex-1 basis-60 items-center gap-2">
        <Search size={16} className="shrink-0 text-tertiary" aria-hidden />
        <input
          className="min-w-0 grow bg-transparent"
          type="search"
          name="search"
          defaultValue={search}
          maxLength={120}
          placeholder={t("search")}
          aria-label={t("searchLabel")}
          onChange={() => {
            clearTimeout(timer.current);
            timer.current = setTimeout(now, SETTLED);
          }}
        />
      </div>
      <label className="flex cursor-pointer items-center gap-2 max-md:min-h-11">
        <input
          className="chk"
          type="checkbox"
          name="archived"
          value="1"
          defaultChecked={archived}
          onChange={now}
        />
        {t("showArchived")}
      </label>
    </Form>
  );
}
