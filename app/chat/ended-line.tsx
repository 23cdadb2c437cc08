import { CircleStop, CircleX, Lock, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { TurnOutcome } from "@chopin/protocol/parts";
import { timeWords, useChatWords } from "./turn-words.ts";
import type { ChatT } from "./turn-words.ts";

export type EndedLineProps = {
  outcome: Exclude<TurnOutcome, { state: "done" }>;
  /** Whose turn it was. */
  person: string;
  nameOf: (person: string) => string;
  onRetry?: (() => void) | undefined;
};

/** How a turn ended that was not done: sign, one sentence on what was kept, one action. */
export function EndedLine({ outcome, person, nameOf, onRetry }: EndedLineProps) {
  const t = useChatWords();
  const { icon, bad, words } = ended(t, outcome, { person, nameOf });
  return (
    <div className={bad ? "endline bad" : "endline"}>
      {icon}
      <span>
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

type Names = { person: string; nameOf: (person: string) => string };

function ended(
  t: ChatT,
  outcome: EndedLineProps["outcome"],
  names: Names,
): { icon: ReactNode; bad: boolean; words: string } {
  const kept = t("editsKept", { count: outcome.edits });
  switch (outcome.state) {
    case "stopped": {
      const words = t("stopped", { name: names.nameOf(outcome.by), time: timeWords(t, outcome.afterMs) });
      return { icon: <CircleStop size={16} aria-hidden />, bad: false, words: `${words} ${kept}` };
    }
    case "failed": {
      const words = t("failed", { reason: reasonOf(t, outcome.code, names) ?? outcome.message });
      return { icon: <CircleX size={16} aria-hidden />, bad: true, words: `${words} ${kept}` };
    }
    case "refused": {
      const words = t("refusedTurn", { reason: reasonOf(t, outcome.reason, names) ?? outcome.reason });
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
function reasonOf(t: ChatT, code: string, { person, nameOf }: Names): string | undefined {
  switch (code) {
    case "no-model":
      return t("whyNoModel");
    case "provider":
    case "model-error":
      return t("whyProvider");
    case "forbidden":
      return t("whyForbidden", { name: nameOf(person) });
    case "archived":
      return t("whyArchived");
    case "too-many-steps":
      return t("whyTooManySteps");
    case "budget":
      return t("whyBudget");
    default:
      return undefined;
  }
}
