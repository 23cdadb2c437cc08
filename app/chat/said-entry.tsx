import { clsx } from "clsx";
import type { ChatMessage, ChatTurn } from "@chopin/protocol/chat";
import { Time } from "../locales/time.tsx";
import { Avatar, SquareMark } from "../ui/mark.tsx";
import { Mentioning } from "./mentioning.tsx";
import { PlannerText } from "./planner-text.tsx";
import { useChatWords } from "./turn-words.ts";
import { useTranslation } from "react-i18next";

export type SaidEntryProps = {
  message: ChatMessage;
  continued: boolean;
  own: boolean;
  colour: number;
  /** Its turn still waits, at this place. */
  queued?: { turn: ChatTurn; place: number } | undefined;
};

/** What a person said. Consecutive entries of one author share the mark. */
export function SaidEntry({ message, continued, own, colour, queued }: SaidEntryProps) {
  const t = useChatWords();
  const { t: common } = useTranslation("common");
  const { author } = message;
  const name = author.kind === "person" ? author.name : common("planner");
  return (
    <div className={clsx("en", continued && "cont")}>
      {continued ? (
        <span />
      ) : author.kind === "person" ? (
        <Avatar name={name} colour={colour} own={own} />
      ) : (
        <SquareMark label={name} />
      )}
      <div className="min-w-0">
        {continued ? null : (
          <div className="by">
            <b dir="auto">{name}</b>
            <Time at={message.at} form="clock" />
          </div>
        )}
        {author.kind === "planner" ? (
          <PlannerText text={message.text} streaming={false} />
        ) : (
          <p className="said" dir="auto">
            <Mentioning text={message.text} links />
          </p>
        )}
        {queued ? <p className="text-12 text-tertiary">{t("queued", { count: queued.place })}</p> : null}
      </div>
    </div>
  );
}
