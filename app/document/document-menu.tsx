import { useEffect, useEffectEvent, useState } from "react";
import {
  Archive,
  ArchiveRestore,
  Download,
  FilePlus2,
  Link2,
  MoreHorizontal,
  Pencil,
  Trash2,
} from "lucide-react";
import { useTranslation } from "react-i18next";
import { useFetcher } from "react-router";
import { IconButton } from "../ui/button.tsx";
import { Menu, MenuItem, MenuRule } from "../ui/menu.tsx";
import { dismissToast, toast } from "../ui/toast.tsx";
import type { ChangeReply } from "./document-forms.ts";
import { DeleteDocument } from "./delete-document.tsx";
import { NewDocument } from "./new-document.tsx";
import { RenameDocument } from "./rename-document.tsx";
import { useCopy } from "./use-copy.ts";

export type MenuDocument = {
  id: string;
  title: string;
  repositoryName: string;
  parent: string | null;
  archived: boolean;
};

type Changed = ChangeReply & { intent: "archive" | "restore" };

type Opened = "rename" | "delete" | "inside" | null;

/** What can be done with a document as a whole. Only an archived one can be deleted. */
export function DocumentMenu({
  document,
  mayWrite,
  touch,
}: {
  document: MenuDocument;
  mayWrite: boolean;
  touch?: boolean;
}) {
  const { t } = useTranslation("document");
  const [opened, setOpened] = useState<Opened>(null);
  const copy = useCopy();
  const { change } = useDocumentChange(document.id);
  const { archived } = document;
  const close = () => setOpened(null);
  return (
    <>
      <Menu
        label={t("menu")}
        trigger={
          <IconButton label={t("menu")} touch={touch ?? false}>
            <MoreHorizontal size={touch ? 20 : 16} aria-hidden />
          </IconButton>
        }
      >
        <MenuItem
          icon={<Link2 size={16} />}
          onSelect={() => void copy(addressOf(document.id), t("linkCopied"))}
        >
          {t("copyLink")}
        </MenuItem>
        <MenuItem icon={<Download size={16} />} href={`/-/documents/${document.id}/markdown`} download>
          {t("download")}
        </MenuItem>
        {mayWrite ? (
          <>
            <MenuRule />
            {archived ? null : (
              <MenuItem icon={<Pencil size={16} />} onSelect={() => setOpened("rename")}>
                {t("rename")}
              </MenuItem>
            )}
            {document.parent === null && !archived ? (
              <MenuItem icon={<FilePlus2 size={16} />} onSelect={() => setOpened("inside")}>
                {t("newInside")}
              </MenuItem>
            ) : null}
            {archived ? (
              <MenuItem icon={<ArchiveRestore size={16} />} onSelect={() => change("restore")}>
                {t("restore")}
              </MenuItem>
            ) : (
              <MenuItem icon={<Archive size={16} />} onSelect={() => change("archive")}>
                {t("archive")}
              </MenuItem>
            )}
            {archived ? (
              <MenuItem
                icon={<Trash2 size={16} />}
                danger
                onSelect={() => {
                  dismissToast();
                  setOpened("delete");
                }}
              >
                {t("delete")}
              </MenuItem>
            ) : null}
          </>
        ) : null}
      </Menu>
      <RenameDocument open={opened === "rename"} onClose={close} document={document} />
      <DeleteDocument open={opened === "delete"} onClose={close} document={document} />
      <NewDocument
        open={opened === "inside"}
        onOpenChange={close}
        repositories={[document.repositoryName]}
        parent={document}
      />
    </>
  );
}

/** Archives and restores, and tells what became of it; archiving can be taken back from where it is told. */
export function useDocumentChange(id: string) {
  const { t } = useTranslation("document");
  const fetcher = useFetcher<Changed>();
  const { data, state } = fetcher;
  const change = (intent: "archive" | "restore") =>
    void fetcher.submit({ intent }, { method: "post", action: `/-/documents/${id}/change` });
  const tell = useEffectEvent((data: Changed) => {
    if (!data.ok) toast(t("notDone"), { kind: "refused" });
    else if (data.intent === "restore") toast(t("restored"));
    else toast(t("archived"), { action: { label: t("undo"), run: () => change("restore") } });
  });
  useEffect(() => {
    if (state === "idle" && data) tell(data);
  }, [data, state]);
  return { change };
}

/** An address that stays when the document is renamed. */
function addressOf(id: string): string {
  return new URL(`/-/documents/${id}`, window.location.origin).href;
}
