import { ChevronLeft } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

export type CompactTopProps = {
  title: string;
  back: string;
  saving: ReactNode;
  presence: ReactNode;
  menu: ReactNode;
};

/** The header on a phone, over Chat and document alike: the saving state never leaves the screen. */
export function CompactTop({ title, back, saving, presence, menu }: CompactTopProps) {
  const { t } = useTranslation("common");
  return (
    <header className="top">
      <Link className="ib touch" to={back} aria-label={t("back")}>
        <ChevronLeft size={20} aria-hidden />
      </Link>
      <div className="min-w-0 grow">
        <b className="block truncate text-14 leading-5 font-semibold" dir="auto">
          {title}
        </b>
        <span className="flex min-w-0">{saving}</span>
      </div>
      {presence}
      {menu}
    </header>
  );
}
