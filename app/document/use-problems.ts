import { useTranslation } from "react-i18next";

/** Turns the first code of a field's problems into words. */
export function useProblems(): (codes: readonly string[] | null | undefined) => string | undefined {
  const { t } = useTranslation("repository");
  const words: Record<string, string> = {
    "title-invalid": t("titleInvalid"),
    "title-taken": t("titleTaken"),
    forbidden: t("forbidden"),
    "signed-out": t("forbidden"),
    nested: t("parentInvalid"),
    archived: t("parentArchived"),
    "parent-not-found": t("parentGone"),
    "not-found": t("parentGone"),
    "too-large": t("tooLarge"),
    "too-deep": t("tooDeep"),
    "not-text": t("notText"),
    "no-file": t("noFile"),
  };
  return (codes) => {
    const code = codes?.[0];
    return code === undefined ? undefined : (words[code] ?? t("failed", { reason: code }));
  };
}
