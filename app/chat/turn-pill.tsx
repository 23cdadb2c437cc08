import type { ChatState } from "../live/chat-state.ts";
import { Button } from "../ui/button.tsx";
import { foldTurn } from "./fold-turn.ts";
import { doingWords, useChatWords } from "./turn-words.ts";

/** On a phone, over the text: what the Planner does at this moment, and the way to its turn. */
export function TurnPill({ chat, onOpen }: { chat: ChatState; onOpen: () => void }) {
  const t = useChatWords();
  const turn = Object.values(chat.turns).find(({ state }) => state === "playing");
  if (!turn) return null;
  return (
    <div className="pill">
      <span className="spin" aria-hidden />
      <span className="min-w-0 grow truncate" role="status">
        {t("plannerDoes", { doing: doingWords(t, foldTurn(chat.parts[turn.id] ?? []).doing) })}
      </span>
      <Button size="sm" look="quiet" onClick={onOpen}>
        {t("unfold")}
      </Button>
    </div>
  );
}
