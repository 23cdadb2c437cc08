import { House, SlidersHorizontal } from "lucide-react";
import { useTranslation } from "react-i18next";
import { NavLink } from "react-router";

/** The bar below on a phone, on pages that are no document. */
export function TabBar() {
  const { t } = useTranslation("common");
  return (
    <nav className="tabbar" aria-label={t("main")}>
      <NavLink to="/" end>
        <House size={20} strokeWidth={1.6} aria-hidden />
        {t("home")}
      </NavLink>
      <NavLink to="/-/settings">
        <SlidersHorizontal size={20} strokeWidth={1.6} aria-hidden />
        {t("settings")}
      </NavLink>
    </nav>
  );
}
