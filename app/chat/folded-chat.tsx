import { PanelLeftOpen } from "lucide-react";
import type { ChatState } from "../live/chat-state.ts";
import { IconButton } from "../ui/button.tsx";
import { foldTurn } from "./fold-turn.ts";
import { doingWords, useChatWords } from "./turn-words.ts";

/** Chat folded to a strip that still shows the turn. */
export function FoldedChat({ chat, onOpen }: { chat: ChatState; onOpen: () => void }) {
  const t = useChatWords();
  const turn = Object.values(chat.turns).find(({ state }) => state === "playing");
  return (
    <aside className="fold" aria-label={t("label")}>
      <IconButton label={t("unfold")} onClick={onOpen} aria-keyshortcuts="Meta+\ Control+\">
        <PanelLeftOpen size={16} aria-hidden />
      </IconButton>
      <span className="v">
        {t("chat")}
        {turn ? (
          <>
            <span className="spin" aria-hidden />
            <span className="truncate font-normal" role="status">
              {doingWords(t, foldTurn(chat.parts[turn.id] ?? []).doing)}
            </span>
          </>
        ) : null}
      </span>
    </aside>
  );
}
