import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { ChevronDown, ChevronRight, Square } from "lucide-react";
import type { ChatTurn, StoredPart } from "@chopin/protocol/chat";
import { Time } from "../locales/time.tsx";
import { Button } from "../ui/button.tsx";
import { SquareMark } from "../ui/mark.tsx";
import { runningTime } from "./durations.ts";
import { EndedLine } from "./ended-line.tsx";
import { foldTurn } from "./fold-turn.ts";
import type { TurnView } from "./fold-turn.ts";
import { PlannerText } from "./planner-text.tsx";
import { ToolCalls } from "./tool-calls.tsx";
import { doingWords, timeWords, useChatWords } from "./turn-words.ts";

export type TurnEntryProps = {
  turn: ChatTurn;
  parts: readonly StoredPart[];
  onStop?: ((turn: string) => void) | undefined;
  onRetry?: ((turn: string) => void) | undefined;
};

/** One turn of the Planner: a line of truthful progress, its tool calls behind it, then what it says. */
export function TurnEntry({ turn, parts, onStop, onRetry }: TurnEntryProps) {
  const { t } = useTranslation("common");
  const [open, setOpen] = useState(false);
  const view = foldTurn(parts);
  const playing = turn.state === "playing";
  const { outcome } = turn;
  return (
    <div className="en" data-turn={turn.state}>
      <SquareMark label={t("planner")} />
      <div className="min-w-0">
        <div className="by">
          <b>{t("planner")}</b>
          <TurnBy turn={turn} />
        </div>
        {playing ? (
          <Progress turn={turn} view={view} open={open} onFold={() => setOpen(!open)} onStop={onStop} />
        ) : (
          <PastSteps turn={turn} view={view} open={open} onFold={() => setOpen(!open)} />
        )}
        {open && view.tools.length > 0 ? <ToolCalls tools={view.tools} over={!playing} /> : null}
        {view.texts.map(({ id, text }, index) => (
          <PlannerText key={id} text={text} streaming={playing && index === view.texts.length - 1} />
        ))}
        {outcome && outcome.state !== "done" ? (
          <EndedLine
            outcome={outcome}
            person={turn.name}
            onRetry={onRetry ? () => onRetry(turn.id) : undefined}
          />
        ) : null}
      </div>
    </div>
  );
}

function TurnBy({ turn }: { turn: ChatTurn }) {
  const t = useChatWords();
  if (turn.state === "playing") return <span>{t("forPerson", { name: turn.name })}</span>;
  return <Time at={turn.endedAt ?? turn.startedAt ?? turn.queuedAt} form="clock" />;
}

type LineProps = { turn: ChatTurn; view: TurnView; open: boolean; onFold: () => void };

function Progress({ turn, view, open, onFold, onStop }: LineProps & { onStop: TurnEntryProps["onStop"] }) {
  const t = useChatWords();
  return (
    <div className="prog">
      <span className="spin" aria-hidden />
      <button type="button" className="what" aria-expanded={open} title={t("showSteps")} onClick={onFold}>
        <span className="truncate" role="status">
          {doingWords(t, view.doing)}
        </span>
        <Fold open={open} />
      </button>
      <Elapsed since={turn.startedAt ?? turn.queuedAt} />
      {onStop ? (
        <Button
          size="xs"
          onClick={() => onStop(turn.id)}
          aria-label={t("stopTurn")}
          aria-keyshortcuts="Meta+. Control+."
        >
          <Square size={10} strokeWidth={2.6} aria-hidden />
          {t("stop")}
        </Button>
      ) : null}
    </div>
  );
}

/** "14 steps in 3 min 41 s"; nothing where the turn did nothing worth opening. */
function PastSteps({ turn, view, open, onFold }: LineProps) {
  const t = useChatWords();
  const steps = view.tools.length;
  if (steps === 0) return null;
  const took = Date.parse(turn.endedAt ?? turn.queuedAt) - Date.parse(turn.startedAt ?? turn.queuedAt);
  return (
    <div className="prog">
      <button
        type="button"
        className="what past"
        aria-expanded={open}
        title={t("showSteps")}
        onClick={onFold}
      >
        <span className="truncate">{t("steps", { count: steps, time: timeWords(t, took) })}</span>
        <Fold open={open} />
      </button>
    </div>
  );
}

function Fold({ open }: { open: boolean }) {
  const Icon = open ? ChevronDown : ChevronRight;
  return <Icon size={14} className="shrink-0 text-tertiary" aria-hidden />;
}

function Elapsed({ since }: { since: string }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return <span className="tm">{runningTime(now - Date.parse(since))}</span>;
}
