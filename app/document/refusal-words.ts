import { useTranslation } from "react-i18next";
import type { RefusedReason } from "../live/saving.ts";

/** Why a change was refused, as the end of a sentence. */
export function useRefusalWords(): (reason: RefusedReason) => string {
  const { t } = useTranslation("document");
  const words: Record<RefusedReason, string> = {
    "too-large": t("whyTooLarge"),
    invalid: t("whyInvalid"),
    unavailable: t("whyUnavailable"),
  };
  return (reason) => words[reason];
}
