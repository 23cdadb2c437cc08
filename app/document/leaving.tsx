import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useBlocker } from "react-router";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import type { Saving } from "./saving-state.tsx";

/**
 * Asks before somebody leaves with changes that are not saved. For a page that ends, the browser asks in its own words;
 * within Chopin only where saving is not a matter of a moment, since what is on its way arrives from the next page too.
 */
export function Leaving({ saving, keeps }: { saving: Saving; keeps: boolean }) {
  const { t } = useTranslation("document");
  const { t: common } = useTranslation("common");
  const unsaved = saving.kind === "saving" || ("changes" in saving && saving.changes > 0);
  useEffect(() => {
    if (!unsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [unsaved]);
  const stays = "changes" in saving && saving.changes > 0;
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => stays && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    // Saved while the question stood there: there is nothing to ask any more.
    if (blocker.state === "blocked" && !unsaved) blocker.proceed();
  }, [blocker, unsaved]);
  if (blocker.state !== "blocked") return null;
  const count = "changes" in saving ? saving.changes : 0;
  return (
    <Dialog
      open
      onOpenChange={() => blocker.reset()}
      title={t("leaveTitle")}
      description={t(keeps ? "leaveKept" : "leaveLost", { count })}
      closeLabel={common("close")}
    >
      <div className="flex justify-end gap-2">
        <Button look={keeps ? "quiet" : "danger"} onClick={() => blocker.proceed()}>
          {t("leave")}
        </Button>
        <Button look="primary" onClick={() => blocker.reset()}>
          {t("stay")}
        </Button>
      </div>
    </Dialog>
  );
}
