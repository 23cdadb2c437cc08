import { Check, CircleX, CloudOff, Lock } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { SavingState } from "../live/saving.ts";
import { useRefusalWords } from "./refusal-words.ts";

/** How safe the reader's own words are; `opening` until the server first let the page in, or did not for a while. */
export type Saving = SavingState | { kind: "opening" };

/** The saving state in words, on screen at every width and told politely when it changes. */
export function SavingWords({ saving }: { saving: Saving }) {
  return (
    <span className="saving" role="status" data-saving={saving.kind}>
      <Words saving={saving} />
    </span>
  );
}

function Words({ saving }: { saving: Saving }) {
  const { t } = useTranslation("document");
  const why = useRefusalWords();
  switch (saving.kind) {
    case "opening":
      return <span className="truncate">{t("opening")}</span>;
    case "saved":
      return (
        <>
          <Check size={14} className="shrink-0" aria-hidden />
          {t("saved")}
        </>
      );
    case "saving":
      return (
        <>
          <span className="dot" aria-hidden />
          {t("saving")}
        </>
      );
    case "readonly":
      return (
        <>
          <Lock size={14} className="shrink-0" aria-hidden />
          {t("readOnly")}
        </>
      );
    case "offline":
      return (
        <span className="inline-flex min-w-0 items-center gap-1.5 text-warning">
          <CloudOff size={14} className="shrink-0" aria-hidden />
          <span className="truncate">{t("offline", { count: saving.changes })}</span>
        </span>
      );
    case "refused":
      return (
        <span className="inline-flex min-w-0 items-center gap-1.5 text-danger">
          <CircleX size={14} className="shrink-0" aria-hidden />
          <span className="truncate">{t("refusedShort", { reason: why(saving.reason) })}</span>
        </span>
      );
  }
}
