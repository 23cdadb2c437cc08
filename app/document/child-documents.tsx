import { FileText } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

/** The documents inside this one, below its text. */
export function ChildDocuments({ documents }: { documents: { id: string; title: string; path: string }[] }) {
  const { t } = useTranslation("document");
  if (documents.length === 0) return null;
  return (
    <nav className="mt-12 border-t border-hairline pt-4" aria-label={t("inside")}>
      <h2 className="h mb-1">{t("inside")}</h2>
      <ul>
        {documents.map(({ id, title, path }) => (
          <li key={id}>
            <Link className="rp" to={path}>
              <FileText size={16} aria-hidden />
              <span className="min-w-0 truncate" dir="auto">
                {title}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
