import { useTranslation } from "react-i18next";
import { toast } from "../ui/toast.tsx";

/** Copies text and says whether it worked; where it did not, offers to try again. */
export function useCopy(): (text: string, done?: string) => Promise<void> {
  const { t } = useTranslation("common");
  return async function copy(text, done = t("copied")) {
    try {
      await navigator.clipboard.writeText(text);
      toast(done);
    } catch {
      toast(t("copyRefused"), {
        kind: "refused",
        action: { label: t("tryAgain"), run: () => void copy(text, done) },
      });
    }
  };
}
