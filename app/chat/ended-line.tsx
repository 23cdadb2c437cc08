import { CircleStop, CircleX, Lock, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { TurnOutcome } from "@chopin/protocol/parts";
import { timeWords, useChatWords } from "./turn-words.ts";
import type { ChatT } from "./turn-words.ts";

export type EndedLineProps = {
  outcome: Exclude<TurnOutcome, { state: "done" }>;
  /** Name of the person whose turn it was. */
  person: string;
  onRetry?: (() => void) | undefined;
};

/** How a turn ended that was not done: sign, one sentence on what was kept, one action. */
export function EndedLine({ outcome, person, onRetry }: EndedLineProps) {
  const t = useChatWords();
  const { icon, bad, words } = ended(t, outcome, person);
  return (
    <div className={bad ? "endline bad" : "endline"}>
      {icon}
      <span title={outcome.state === "failed" ? outcome.message : undefined}>
        {words}{" "}
        {onRetry ? (
          <button type="button" className="lnk whitespace-nowrap" onClick={onRetry}>
            {t("tryAgain")}
          </button>
        ) : null}
      </span>
    </div>
  );
}

function ended(
  t: ChatT,
  outcome: EndedLineProps["outcome"],
  person: string,
): { icon: ReactNode; bad: boolean; words: string } {
  const kept = t("editsKept", { count: outcome.edits });
  switch (outcome.state) {
    case "stopped": {
      const words = t("stopped", { name: outcome.by, time: timeWords(t, outcome.afterMs) });
      return { icon: <CircleStop size={16} aria-hidden />, bad: false, words: `${words} ${kept}` };
    }
    case "failed": {
      const words = t("failed", { reason: reasonOf(t, outcome.code, person) ?? outcome.message });
      return { icon: <CircleX size={16} aria-hidden />, bad: true, words: `${words} ${kept}` };
    }
    case "refused": {
      const words = t("refusedTurn", { reason: reasonOf(t, outcome.reason, person) ?? outcome.reason });
      return { icon: <Lock size={16} aria-hidden />, bad: true, words: `${words} ${kept}` };
    }
    case "interrupted":
      return {
        icon: <TriangleAlert size={16} aria-hidden />,
        bad: false,
        words: `${t("interrupted")} ${kept}`,
      };
  }
}

/** Words for a code the platform gives; a code it does not know keeps the message it came with. */
function reasonOf(t: ChatT, code: string, person: string): string | undefined {
  const words: Record<string, string> = {
    "provider-auth": t("whyAuth"),
    "provider-busy": t("whyBusy"),
    "provider-failed": t("whyProviderFailed"),
    "provider-refused": t("whyProviderRefused"),
    "model-unknown": t("whyModelUnknown"),
    "provider-unreachable": t("whyUnreachable"),
    "stream-cut": t("whyStreamCut"),
    "harness-failed": t("whyHarness"),
    "no-model": t("whyNoModel"),
    off: t("whyOff"),
    "signed-out": t("whySignedOut", { name: person }),
    forbidden: t("whyForbidden", { name: person }),
    archived: t("whyArchived"),
    "not-found": t("whyNotFound"),
    "too-many-steps": t("whyTooManySteps"),
    budget: t("whyBudget"),
  };
  return words[code];
}
