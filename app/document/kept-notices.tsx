import { TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Kept } from "../live/kept-changes.ts";
import type { StuckReason } from "../live/replay.ts";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { useCopy } from "./use-copy.ts";
import { tabKept } from "./use-kept-changes.ts";

/** Changes of an earlier page that cannot be saved: why, and what can be done with them. */
export function KeptNotices({ kept, named = false }: { kept: readonly Kept[]; named?: boolean }) {
  const { t } = useTranslation("document");
  const copy = useCopy();
  const why = useStuckWords();
  return kept.map(({ id, title, changes, stuck }) =>
    stuck ? (
      <Notice
        key={id}
        kind="warn"
        icon={<TriangleAlert size={16} aria-hidden />}
        title={t(named ? "keptTitleOf" : "keptTitle", { count: changes, title })}
        actions={
          <>
            {stuck.text === "" ? null : (
              <Button size="sm" onClick={() => void copy(stuck.text)}>
                {t("copyIt")}
              </Button>
            )}
            <Button size="sm" onClick={() => void tabKept().discard(id)}>
              {t("discard")}
            </Button>
          </>
        }
      >
        {why(stuck.reason)} {t("keptText")}
      </Notice>
    ) : null,
  );
}

function useStuckWords(): (reason: StuckReason) => string {
  const { t } = useTranslation("document");
  const words: Record<StuckReason, string> = {
    "too-large": t("stuckTooLarge"),
    invalid: t("stuckInvalid"),
    changed: t("stuckChanged"),
    outdated: t("outdatedTitle"),
    rights: t("stuckRights"),
    archived: t("stuckArchived"),
    "signed-out": t("stuckRights"),
    removed: t("stuckRemoved"),
  };
  return (reason) => words[reason];
}
