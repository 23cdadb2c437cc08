import type { ReactNode } from "react";
import { Trans, useTranslation } from "react-i18next";
import { Time } from "../locales/time.tsx";

export type DocumentTitleProps = {
  title: string;
  summary: { createdAt: string; createdBy: { name: string } | null };
  version: number;
  /** The text itself begins with the title. */
  own: boolean;
};

/** The title over the text and who started it when. */
export function DocumentTitle({ title, summary, version, own }: DocumentTitleProps) {
  const { t } = useTranslation("document");
  const { createdAt, createdBy } = summary;
  return (
    <>
      {own ? null : (
        <h1 className="doctitle" dir="auto">
          {title}
        </h1>
      )}
      <p className={own ? "mb-2 text-tertiary" : "mt-2 mb-7 text-tertiary max-md:mt-1.5 max-md:mb-4"}>
        {createdBy ? (
          <Trans
            t={t}
            i18nKey="meta"
            values={{ name: createdBy.name, version }}
            components={{ day: <Time at={createdAt} form="day" />, v: <Version /> }}
          />
        ) : (
          <Trans t={t} i18nKey="startedByChopin" values={{ version }} components={{ v: <Version /> }} />
        )}
      </p>
    </>
  );
}

/** Left out where there is little room. */
function Version({ children }: { children?: ReactNode }) {
  return <span className="max-md:hidden">{children}</span>;
}
