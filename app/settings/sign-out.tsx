import { useState } from "react";
import { LogOut, TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Notice } from "../ui/notice.tsx";

type SignOutProps = {
  name: string;
  onlyAdministrator: boolean;
  /** Changes that this browser keeps and no server has. */
  unsaved: number;
};

/** Signs out of this browser, after saying what that means; warns whoever administers alone, or has unsaved changes. */
export function SignOut({ name, onlyAdministrator, unsaved }: SignOutProps) {
  const { t } = useTranslation("settings");
  const { t: common } = useTranslation("common");
  const [open, setOpen] = useState(false);
  return (
    <div className="mt-3">
      <Button size="sm" onClick={() => setOpen(true)}>
        <LogOut size={14} aria-hidden />
        {t("signOut")}
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={t("signOutTitle")}
        description={t("signOutLead", { name })}
        closeLabel={common("close")}
      >
        {unsaved > 0 ? (
          <Notice
            kind="warn"
            icon={<TriangleAlert size={16} aria-hidden />}
            title={t("signOutUnsaved", { count: unsaved })}
          >
            {t("signOutUnsavedText", { name })}
          </Notice>
        ) : null}
        {onlyAdministrator ? (
          <Notice kind="warn" icon={<TriangleAlert size={16} aria-hidden />} title={t("signOutOnly")}>
            {t("signOutLast")}
          </Notice>
        ) : null}
        {/* A whole new page, so that nothing this login had open stays open. */}
        <Form method="post" action="/-/settings" reloadDocument className="mt-5 flex justify-end gap-2">
          <input type="hidden" name="intent" value="sign-out" />
          <Button look="quiet" onClick={() => setOpen(false)}>
            {common("cancel")}
          </Button>
          <Button type="submit" look="danger">
            {t("signOut")}
          </Button>
        </Form>
      </Dialog>
    </div>
  );
}
