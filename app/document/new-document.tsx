import { useState } from "react";
import { getFormProps, getInputProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { useTranslation } from "react-i18next";
import { useFetcher } from "react-router";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { createForm } from "./document-forms.ts";
import type { FormReply } from "./document-forms.ts";
import { RepositoryChoice } from "./repository-choice.tsx";
import { useProblems } from "./use-problems.ts";

export type NewDocumentProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** `owner/name`, the first chosen at first. */
  repositories: readonly string[];
  /** The document it will lie inside of. */
  parent?: { id: string; title: string } | undefined;
};

/** Asks for a title and starts a document; the answer leads to it. */
export function NewDocument(props: NewDocumentProps) {
  const { open, onOpenChange, parent } = props;
  const { t } = useTranslation("repository");
  const { t: common } = useTranslation("common");
  const [chosen, setChosen] = useState(props.repositories[0] ?? "");
  const repository = props.repositories.includes(chosen) ? chosen : (props.repositories[0] ?? "");
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("createTitle")}
      description={parent ? t("createInside", { title: parent.title }) : t("createLead", { repository })}
      closeLabel={common("close")}
    >
      <CreateForm repository={repository} parent={parent?.id} onCancel={() => onOpenChange(false)}>
        {parent ? null : (
          <RepositoryChoice repositories={props.repositories} value={repository} onChange={setChosen} />
        )}
      </CreateForm>
    </Dialog>
  );
}

function CreateForm(props: {
  repository: string;
  parent: string | undefined;
  onCancel: () => void;
  children: React.ReactNode;
}) {
  const { t } = useTranslation("repository");
  const { t: common } = useTranslation("common");
  const fetcher = useFetcher<FormReply>();
  const problems = useProblems();
  const [form, fields] = useForm({
    lastResult: fetcher.state === "idle" ? fetcher.data?.result : undefined,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: createForm }),
    shouldRevalidate: "onInput",
  });
  return (
    <fetcher.Form method="post" action={`/${props.repository}`} {...getFormProps(form)}>
      <input type="hidden" name="intent" value="create" />
      {props.parent ? <input type="hidden" name="parent" value={props.parent} /> : null}
      <div className="grid gap-4">
        <Field
          {...getInputProps(fields.title, { type: "text" })}
          key="title"
          label={t("title")}
          hint={t("titleHint")}
          error={problems(fields.title.errors ?? form.errors)}
          autoFocus
          autoComplete="off"
        />
        {props.children}
      </div>
      <div className="mt-5 flex justify-end gap-2">
        <Button look="quiet" onClick={props.onCancel}>
          {common("cancel")}
        </Button>
        <Button type="submit" look="primary" disabled={fetcher.state !== "idle"}>
          {t("create")}
        </Button>
      </div>
    </fetcher.Form>
  );
}
