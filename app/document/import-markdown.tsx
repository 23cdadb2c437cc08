import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFetcher } from "react-router";
import { MAX_SOURCE_BYTES } from "@chopin/protocol/document";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import type { FormReply } from "./document-forms.ts";
import { useProblems } from "./use-problems.ts";

export type ImportMarkdownProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  repository: string;
};

/** Makes a document of a Markdown file; a file that is too large is refused before it is sent. */
export function ImportMarkdown({ open, onOpenChange, repository }: ImportMarkdownProps) {
  const { t } = useTranslation("repository");
  const { t: common } = useTranslation("common");
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("importTitle")}
      description={t("importLead", { repository })}
      closeLabel={common("close")}
    >
      <ImportForm repository={repository} onCancel={() => onOpenChange(false)} />
    </Dialog>
  );
}

function ImportForm({ repository, onCancel }: { repository: string; onCancel: () => void }) {
  const { t } = useTranslation("repository");
  const { t: common } = useTranslation("common");
  const fetcher = useFetcher<FormReply>();
  const problems = useProblems();
  const id = useId();
  const [tooLarge, setTooLarge] = useState(false);
  const refused = fetcher.state === "idle" ? fetcher.data?.result.error?.[""] : undefined;
  const problem = problems(tooLarge ? ["too-large"] : refused);
  return (
    <fetcher.Form method="post" action={`/${repository}`} encType="multipart/form-data">
      <input type="hidden" name="intent" value="import" />
      <label className="lab" htmlFor={id}>
        {t("file")}
      </label>
      <input
        id={id}
        className="inp"
        type="file"
        name="file"
        required
        accept=".md,.markdown,.mdown,.txt,text/markdown,text/plain"
        aria-invalid={problem ? true : undefined}
        aria-describedby={`${id}-note`}
        onChange={(event) => setTooLarge((event.target.files?.[0]?.size ?? 0) > MAX_SOURCE_BYTES)}
      />
      <p id={`${id}-note`} className={problem ? "hint bad" : "hint"} role={problem ? "alert" : undefined}>
        {problem ?? t("fileHint")}
      </p>
      <div className="mt-5 flex justify-end gap-2">
        <Button look="quiet" onClick={onCancel}>
          {common("cancel")}
        </Button>
        <Button type="submit" look="primary" disabled={tooLarge || fetcher.state !== "idle"}>
          {t("importAction")}
        </Button>
      </div>
    </fetcher.Form>
  );
}
