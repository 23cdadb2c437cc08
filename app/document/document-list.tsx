import { CornerDownRight, FileText } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Time } from "../locales/time.tsx";

export type ListedDocument = {
  id: string;
  title: string;
  path: string;
  updatedAt: string;
  archivedAt: string | null;
};

/** The documents of a repository, children under their parent. */
export function DocumentList({
  documents,
}: {
  documents: readonly (ListedDocument & { children: ListedDocument[] })[];
}) {
  const { t } = useTranslation("repository");
  return (
    <ul aria-label={t("list")}>
      {documents.map(({ children, ...document }) => (
        <li key={document.id}>
          <Row document={document} />
          {children.length > 0 ? (
            <ul className="ml-7">
              {children.map((child) => (
                <li key={child.id}>
                  <Row document={child} nested />
                </li>
              ))}
            </ul>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

function Row({ document, nested }: { document: ListedDocument; nested?: boolean }) {
  const { t } = useTranslation("repository");
  const Icon = nested ? CornerDownRight : FileText;
  return (
    <Link className="rd" style={{ minHeight: 44 }} to={document.path}>
      <Icon size={16} aria-hidden />
      <span className="truncate text-14 font-medium" dir="auto" title={document.title}>
        {document.title}
      </span>
      {document.archivedAt ? <span className="bdg">{t("archived")}</span> : <span />}
      <span className="min-w-19 text-right text-12 text-tertiary">
        <Time at={document.updatedAt} form="relative" />
      </span>
    </Link>
  );
}
