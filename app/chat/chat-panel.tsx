import { useEffect, useRef } from "react";
import { clsx } from "clsx";
import { PanelLeftClose } from "lucide-react";
import type { ChatChannel } from "../live/chat-channel.ts";
import type { ChatState } from "../live/chat-state.ts";
import { IconButton } from "../ui/button.tsx";
import { SquareMark } from "../ui/mark.tsx";
import { toast } from "../ui/toast.tsx";
import type { ChatFrame } from "./chat-frame.ts";
import { ChatEdge } from "./chat-edge.tsx";
import { ChatLog } from "./chat-log.tsx";
import { Composer } from "./composer.tsx";
import { EmptyChat } from "./empty-chat.tsx";
import { NoModel } from "./no-model.tsx";
import { Transcript } from "./transcript.tsx";
import { useChatWords } from "./turn-words.ts";

export type ChatPanelProps = {
  /** Null until the page has come to life. */
  channel: ChatChannel | null;
  chat: ChatState;
  me: string;
  mayWrite: boolean;
  /** There is no connection now. */
  offline: boolean;
  draft: string;
  onDraft: (text: string) => void;
  colourOf: (person: string) => number;
  frame: ChatFrame;
  onFrame: (frame: ChatFrame) => void;
  /** On a phone: whether Chat is the view that is shown. */
  shown: boolean;
};

/** Chat beside the document: the transcript, the playing turn, and where one writes. */
export function ChatPanel(props: ChatPanelProps) {
  const { channel, chat, mayWrite, onDraft, frame } = props;
  const t = useChatWords();
  const field = useRef<HTMLTextAreaElement>(null);
  const { stop, retry } = useTurnActions(channel);
  const busy = Object.values(chat.turns).some(({ state }) => state === "queued" || state === "playing");
  const empty = chat.phase === "open" && chat.messages.length === 0;

  return (
    <aside
      className={clsx("chat", frame.folded && "md:hidden", !props.shown && "max-md:hidden")}
      style={{ width: frame.width }}
      aria-label={t("label")}
    >
      <header className="chat-head">
        <h2 className="h mr-auto">{t("chat")}</h2>
        {chat.planner ? <PlannerChip planner={chat.planner} /> : null}
        <IconButton
          label={t("fold")}
          onClick={() => props.onFrame({ ...frame, folded: true })}
          aria-keyshortcuts="Meta+\\ Control+\\"
        >
          <PanelLeftClose size={16} aria-hidden />
        </IconButton>
      </header>
      <ChatLog entries={chat.messages.length}>
        {chat.phase === "refused" ? <p className="py-6 text-secondary">{t("refused")}</p> : null}
        {empty ? <EmptyChat onExample={mayWrite ? fill : undefined} /> : null}
        {chat.more ? (
          <p className="mt-4 text-center text-12 text-tertiary">
            {t("older", { count: chat.messages.length })}
          </p>
        ) : null}
        <Transcript
          chat={chat}
          me={props.me}
          colourOf={props.colourOf}
          onStop={mayWrite ? stop : undefined}
          onRetry={mayWrite ? retry : undefined}
        />
        <NoModel planner={chat.planner} />
      </ChatLog>
      <Composer
        draft={props.draft}
        onDraft={onDraft}
        planner={chat.planner}
        busy={busy}
        mayWrite={mayWrite}
        offline={props.offline}
        field={field}
        send={async (message) =>
          channel ? await channel.send(message) : { ok: false, reason: "unavailable" }
        }
      />
      <ChatEdge width={frame.width} onWidth={(width) => props.onFrame({ ...frame, width })} />
    </aside>
  );

  function fill(text: string) {
    onDraft(text);
    field.current?.focus();
  }
}

function PlannerChip({ planner }: { planner: NonNullable<ChatState["planner"]> }) {
  const t = useChatWords();
  const words = planner.ready ? t("runsOn", { model: planner.model }) : t("noModelChip");
  return (
    <span className="chip min-w-0" title={words}>
      <SquareMark size="s" />
      <span className="truncate">{words}</span>
    </span>
  );
}

/** Stop and Try again; a refusal is told as a toast, because what it is about may have scrolled away. */
function useTurnActions(channel: ChatChannel | null) {
  const t = useChatWords();
  const words: Record<string, string> = {
    forbidden: t("refusedForbidden"),
    "queue-full": t("refusedQueueFull"),
    "no-model": t("refusedNoModel"),
    archived: t("refusedArchived"),
  };
  const tell = (reason: string) => toast(words[reason] ?? t("refusedUnavailable"), { kind: "refused" });
  return {
    stop: async (turn: string) => {
      const reply = await channel?.stop(turn);
      if (reply && !reply.ok && reply.reason !== "not-found") toast(t("stopRefused"), { kind: "refused" });
    },
    retry: async (turn: string) => {
      const reply = await channel?.retry(turn);
      if (reply && !reply.ok) tell(reply.reason);
    },
  };
}

/** ⌘. (Ctrl .) stops the turn that plays, wherever the focus is. */
export function useStopShortcut(channel: ChatChannel | null, chat: ChatState): void {
  const playing = Object.values(chat.turns).find(({ state }) => state === "playing")?.id;
  useEffect(() => {
    if (!playing) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "." || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      void channel?.stop(playing);
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [channel, playing]);
}
