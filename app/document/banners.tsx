import { Archive, CircleX, CloudOff, Lock, RotateCw, Trash2, TriangleAlert } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { useRef } from "react";
import type { ReactNode, RefObject } from "react";
import { useTranslation } from "react-i18next";
import type { Kept } from "../live/kept-changes.ts";
import type { ReadonlyReason, SavingState } from "../live/saving.ts";
import { useTimeText } from "../locales/time.tsx";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { KeptNotices } from "./kept-notices.tsx";
import { useCopy } from "./use-copy.ts";
import { useRefusalWords } from "./refusal-words.ts";
import type { Saving } from "./saving-state.tsx";
import { useSteadyText } from "./use-steady-text.ts";

export type BannersProps = {
  saving: Saving;
  /** When the connection went, while it is gone. */
  offlineSince: string | null;
  /** The server let this page in once, so that one may write while it is away. */
  entered: boolean;
  /** Whether the browser keeps what is not saved beyond this page. */
  keeps: boolean;
  /** What earlier pages left of this document. */
  kept: readonly Kept[];
  /** Text that could not be put back after a reconnect. */
  lost: string | null;
  mayRead: boolean;
  mayRestore: boolean;
  onRetry: () => void;
  onTakeBack: () => void;
  onRestore: () => void;
  onDismissLost: () => void;
  /** The scrolling view of the text below. */
  text: RefObject<HTMLElement | null>;
  /** What is not saved, as text to copy. */
  unsaved: () => string;
};

/** What stands under the bar until it is settled: what happened, what was kept, what to do. */
export function Banners(props: BannersProps) {
  const { saving, offlineSince, lost } = props;
  const place = useRef<HTMLDivElement>(null);
  useSteadyText(place, props.text);
  const { t } = useTranslation("document");
  const copy = useCopy();
  const why = useRefusalWords();
  const say = useTimeText();
  const notices: ReactNode[] = [];
  const offlineWords = ({ entered, keeps }: BannersProps, count: number) => {
    if (!entered) return count > 0 ? t("offlineNeverKept", { count }) : t("offlineNever");
    return keeps ? t("offlineText", { count }) : t("offlineTextHere", { count });
  };
  if (saving.kind === "offline" && offlineSince) {
    notices.push(
      <Notice
        key="offline"
        kind="warn"
        icon={<CloudOff size={16} aria-hidden />}
        title={t("offlineTitle", { time: say(offlineSince, "clock") })}
        actions={
          <Button size="sm" onClick={props.onRetry}>
            {t("retryNow")}
          </Button>
        }
      >
        {offlineWords(props, saving.changes)}
      </Notice>,
    );
  }
  if (saving.kind === "refused") {
    const reason = why(saving.reason);
    notices.push(
      <Notice
        key="refused"
        kind="bad"
        icon={<CircleX size={16} aria-hidden />}
        title={t("refusedTitle")}
        actions={
          <>
            <Button size="sm" onClick={() => void copy(props.unsaved())}>
              {t("copyIt")}
            </Button>
            <Button size="sm" onClick={props.onTakeBack}>
              {t("takeBack")}
            </Button>
          </>
        }
      >
        {t("refusedText", { reason: reason.charAt(0).toUpperCase() + reason.slice(1) })}
      </Notice>,
    );
  }
  if (lost !== null) {
    notices.push(
      <Notice
        key="lost"
        kind="warn"
        icon={<TriangleAlert size={16} aria-hidden />}
        title={t("lostTitle")}
        actions={
          <>
            <Button size="sm" onClick={() => void copy(lost)}>
              {t("copyIt")}
            </Button>
            <Button size="sm" onClick={props.onDismissLost}>
              {t("dismiss")}
            </Button>
          </>
        }
      >
        {t("lostText")}
      </Notice>,
    );
  }
  if (saving.kind === "readonly") notices.push(<ReadOnlyNotice key="readonly" {...props} saving={saving} />);
  if (props.kept.some(({ stuck }) => stuck)) notices.push(<KeptNotices key="kept" kept={props.kept} />);
  return (
    <div
      ref={place}
      className="mx-auto grid w-full max-w-[712px] flex-none gap-2 px-6 pt-3 empty:pt-0 max-md:px-3"
    >
      {notices}
    </div>
  );
}

type ReadOnly = Extract<SavingState, { kind: "readonly" }>;

/** Why nothing can be written; what was not saved by then can still be copied. */
function ReadOnlyNotice(props: BannersProps & { saving: ReadOnly }) {
  const { t } = useTranslation("document");
  const copy = useCopy();
  const { reason, changes } = props.saving;
  const look = LOOKS[reason];
  const allSaved = changes === 0 && props.kept.length === 0;
  const words: Record<ReadonlyReason, [title: string, text: string]> = {
    rights: props.mayRead ? [t("readOnlyTitle"), t("readOnlyText")] : [t("notReadTitle"), t("notReadText")],
    archived: [t("archivedTitle"), t("archivedText")],
    removed: [t("removedTitle"), t("removedText")],
    outdated: [t("outdatedTitle"), t("outdatedText")],
    "signed-out": [
      t("signedOutTitle"),
      t(changes > 0 ? "signedOutUnsaved" : "signedOutText", { count: changes }),
    ],
  };
  const [title, text] = words[reason];
  return (
    <Notice
      kind={look.kind}
      icon={<look.Icon size={16} aria-hidden />}
      title={title}
      actions={
        <>
          {changes > 0 ? (
            <Button size="sm" onClick={() => void copy(props.unsaved())}>
              {t("copyUnsaved")}
            </Button>
          ) : null}
          {reason === "archived" && props.mayRestore ? (
            <Button size="sm" onClick={props.onRestore}>
              {t("restore")}
            </Button>
          ) : null}
          {reason === "outdated" || reason === "signed-out" ? (
            <Button size="sm" onClick={() => window.location.reload()}>
              {t("reload")}
            </Button>
          ) : null}
        </>
      }
    >
      {text}
      {changes > 0 && reason !== "signed-out" ? ` ${t("notSaved", { count: changes })}` : ""}
      {reason === "rights" && props.mayRead && allSaved ? ` ${t("readOnlySaved")}` : ""}
    </Notice>
  );
}

const LOOKS: Record<ReadonlyReason, { kind: "plain" | "warn" | "bad"; Icon: LucideIcon }> = {
  rights: { kind: "plain", Icon: Lock },
  archived: { kind: "plain", Icon: Archive },
  removed: { kind: "bad", Icon: Trash2 },
  outdated: { kind: "warn", Icon: RotateCw },
  "signed-out": { kind: "bad", Icon: Lock },
};
