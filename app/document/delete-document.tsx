import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFetcher } from "react-router";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import type { ChangeReply } from "./document-forms.ts";

/** Deletes an archived document, in two stages: the first press only arms the second. */
export function DeleteDocument(props: {
  open: boolean;
  onClose: () => void;
  document: { id: string; title: string };
}) {
  const { t } = useTranslation("document");
  const { t: common } = useTranslation("common");
  return (
    <Dialog
      open={props.open}
      onOpenChange={props.onClose}
      title={t("deleteTitle", { title: props.document.title })}
      description={t("deleteLead")}
      closeLabel={common("close")}
    >
      <Stages id={props.document.id} onClose={props.onClose} />
    </Dialog>
  );
}

function Stages({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation("document");
  const { t: common } = useTranslation("common");
  const fetcher = useFetcher<ChangeReply>();
  const [armed, setArmed] = useState(false);
  const refused = fetcher.state === "idle" && fetcher.data?.ok === false;
  return (
    <fetcher.Form method="post" action={`/-/documents/${id}/change`}>
      <input type="hidden" name="intent" value="remove" />
      {refused ? (
        <p className="hint bad" role="alert">
          {t("notDone")}
        </p>
      ) : null}
      <div className="flex justify-end gap-2">
        <Button look="quiet" onClick={onClose}>
          {common("cancel")}
        </Button>
        {armed ? (
          <Button key="second" type="submit" look="danger-solid" disabled={fetcher.state !== "idle"}>
            {t("deleteSecond")}
          </Button>
        ) : (
          <Button key="first" look="danger" onClick={() => setArmed(true)}>
            {t("deleteFirst")}
          </Button>
        )}
      </div>
    </fetcher.Form>
  );
}
