import { ChevronLeft } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

/** The header of a page on a phone: the way back and where one is. */
export function PageTop({ title, back = "/" }: { title: string; back?: string }) {
  const { t } = useTranslation("common");
  return (
    <header className="top">
      <Link className="ib touch" to={back} aria-label={t("back")}>
        <ChevronLeft size={20} aria-hidden />
      </Link>
      <b className="truncate text-14 font-semibold">{title}</b>
    </header>
  );
}
