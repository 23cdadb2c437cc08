import { useId, useState } from "react";
import type { KeyboardEvent, Ref } from "react";
import { useTranslation } from "react-i18next";
import { ArrowUp } from "lucide-react";
import { MAX_MESSAGE_BYTES } from "@chopin/protocol/chat";
import type { PlannerReadiness, SendReply, SendRequest } from "@chopin/protocol/chat";
import { SquareMark } from "../ui/mark.tsx";
import { addresseeOf } from "./addressee.ts";
import { Mentioning } from "./mentioning.tsx";
import { useChatWords } from "./turn-words.ts";
import type { ChatT } from "./turn-words.ts";

type SendRefusal = Extract<SendReply, { ok: false }>["reason"];

export type ComposerProps = {
  draft: string;
  onDraft: (text: string) => void;
  planner: PlannerReadiness | null;
  /** A turn plays or waits, so a new instruction comes after it. */
  busy: boolean;
  mayWrite: boolean;
  /** There is no connection, so nothing can be sent now. */
  offline: boolean;
  send: (message: Omit<SendRequest, "document">) => Promise<SendReply>;
  field: Ref<HTMLTextAreaElement>;
};

/**
 * Writes to the room, or to the Planner where the text names it, and says which before sending. Enter sends, Shift
 * and Enter starts a line. What is refused stays here with the reason.
 */
export function Composer({ draft, onDraft, planner, busy, mayWrite, offline, send, field }: ComposerProps) {
  const t = useChatWords();
  const note = useId();
  const [sending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  // Kept while the same text is tried again, so that a lost answer does not send it twice.
  const [attempt, setAttempt] = useState<{ text: string; id: string } | null>(null);
  const text = draft.trim();
  const over = new TextEncoder().encode(text).length - MAX_MESSAGE_BYTES;
  const to = addresseeOf(text);
  const ready = text !== "" && over <= 0 && !sending && mayWrite;

  async function submit() {
    if (!ready) return;
    const message = attempt?.text === text ? attempt.id : crypto.randomUUID();
    setAttempt({ text, id: message });
    setSending(true);
    const reply = await send({ message, to, text });
    setSending(false);
    if (reply.ok) {
      setAttempt(null);
      setRefusal(null);
      onDraft("");
    } else {
      setRefusal(reply.reason);
      if (reply.reason === "changed") setAttempt(null);
    }
  }

  function onKeyDown(event: KeyboardEvent) {
    // While an input method composes, Enter chooses a character.
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void submit();
  }

  return (
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <div className="mirror">
        <div className="tx" dir="auto" aria-hidden>
          <Mentioning text={draft} />
          {draft.endsWith("\n") ? " " : null}
        </div>
        <textarea
          ref={field}
          rows={1}
          value={draft}
          dir="auto"
          aria-label={t("message")}
          aria-describedby={note}
          placeholder={t("placeholder")}
          disabled={!mayWrite}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            onDraft(event.target.value);
            setRefusal(null);
          }}
          onScroll={(event) => {
            const drawn = event.currentTarget.previousElementSibling;
            if (drawn) drawn.scrollTop = event.currentTarget.scrollTop;
          }}
        />
      </div>
      <div className="ft">
        {to === "planner" && !refusal && over <= 0 && mayWrite && !offline ? <SquareMark size="s" /> : null}
        <span id={note} role="status" className={refusal || over > 0 ? "grow text-danger" : "grow"}>
          {noteWords(t, { refusal, over, to, busy, planner, mayWrite, offline })}
        </span>
        <SendButton disabled={!ready} sending={sending} />
      </div>
    </form>
  );
}

function SendButton({ disabled, sending }: { disabled: boolean; sending: boolean }) {
  const { t } = useTranslation("chat");
  const label = sending ? t("sending") : t("send");
  return (
    <button type="submit" className="send" disabled={disabled} aria-label={label} title={label}>
      <ArrowUp size={16} aria-hidden />
    </button>
  );
}

/** A page of another release may be told "malformed"; to a person that is the same as no answer. */
type Refusal = SendRefusal | "malformed";

type NoteFacts = Pick<ComposerProps, "busy" | "planner" | "mayWrite" | "offline"> & {
  refusal: Refusal | null;
  over: number;
  to: "room" | "planner";
};

function noteWords(t: ChatT, { refusal, over, to, busy, planner, mayWrite, offline }: NoteFacts): string {
  if (refusal) return refusalWords(t, refusal);
  if (!mayWrite) return t("readOnly");
  if (over > 0) return t("tooLong", { count: over });
  if (offline) return t("offline");
  if (to === "room") return t("toRoom");
  if (planner && !planner.ready) return t("toPlannerNoModel");
  return busy ? t("toPlannerAfter") : t("toPlanner");
}

function refusalWords(t: ChatT, refusal: Refusal): string {
  switch (refusal) {
    case "forbidden":
      return t("refusedForbidden");
    case "signed-out":
      return t("refusedSignedOut");
    case "not-found":
      return t("refusedNotFound");
    case "archived":
      return t("refusedArchived");
    case "too-large":
      return t("refusedTooLarge");
    case "queue-full":
      return t("refusedQueueFull");
    case "no-model":
      return t("refusedNoModel");
    case "changed":
    case "malformed":
    case "too-many":
    case "unavailable":
      return t("refusedUnavailable");
  }
}
