import { useEffect, useEffectEvent } from "react";
import { getFormProps, getInputProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { useTranslation } from "react-i18next";
import { useFetcher } from "react-router";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { renameForm } from "./document-forms.ts";
import type { FormReply } from "./document-forms.ts";
import { useProblems } from "./use-problems.ts";

type Renamed = { id: string; title: string };

/** Asks for another title; the old address keeps leading here. */
export function RenameDocument(props: { open: boolean; onClose: () => void; document: Renamed }) {
  const { t } = useTranslation("document");
  const { t: common } = useTranslation("common");
  return (
    <Dialog
      open={props.open}
      onOpenChange={props.onClose}
      title={t("renameTitle")}
      description={t("renameLead")}
      closeLabel={common("close")}
    >
      <RenameForm document={props.document} onClose={props.onClose} />
    </Dialog>
  );
}

function RenameForm({ document, onClose }: { document: Renamed; onClose: () => void }) {
  const { t } = useTranslation("document");
  const { t: common } = useTranslation("common");
  const fetcher = useFetcher<FormReply | { ok: true }>();
  const problems = useProblems();
  const answer = fetcher.state === "idle" ? fetcher.data : undefined;
  const done = answer !== undefined && "ok" in answer;
  const [form, fields] = useForm({
    lastResult: answer && "result" in answer ? answer.result : undefined,
    defaultValue: { title: document.title },
    onValidate: ({ formData }) => parseWithZod(formData, { schema: renameForm }),
    shouldRevalidate: "onInput",
  });
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (done) close();
  }, [done]);
  return (
    <fetcher.Form method="post" action={`/-/documents/${document.id}/change`} {...getFormProps(form)}>
      <input type="hidden" name="intent" value="rename" />
      <Field
        {...getInputProps(fields.title, { type: "text" })}
        key="title"
        label={t("titleField")}
        hint={t("titleHint")}
        error={problems(fields.title.errors)}
        autoFocus
        autoComplete="off"
      />
      <div className="mt-5 flex justify-end gap-2">
        <Button look="quiet" onClick={onClose}>
          {common("cancel")}
        </Button>
        <Button type="submit" look="primary" disabled={fetcher.state !== "idle"}>
          {t("save")}
        </Button>
      </div>
    </fetcher.Form>
  );
}
