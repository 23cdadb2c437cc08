import { FileText, MessageSquare } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { ChatState } from "../live/chat-state.ts";

export type View = "chat" | "document";

/** The bar below on a phone: one view at a time. A turn that plays is marked at Chat. */
export function ViewBar({
  view,
  onView,
  chat,
}: {
  view: View;
  onView: (view: View) => void;
  chat: ChatState;
}) {
  const { t } = useTranslation("document");
  const playing = Object.values(chat.turns).some(({ state }) => state === "playing");
  return (
    <nav className="tabbar" aria-label={t("bottomBar")}>
      <button
        type="button"
        aria-current={view === "chat" ? "true" : undefined}
        onClick={() => onView("chat")}
      >
        {playing && view !== "chat" ? (
          <span className="grid size-5 place-items-center">
            <span className="spin" aria-hidden />
          </span>
        ) : (
          <MessageSquare size={20} strokeWidth={1.6} aria-hidden />
        )}
        {t("chat")}
      </button>
      <button
        type="button"
        aria-current={view === "document" ? "true" : undefined}
        onClick={() => onView("document")}
      >
        <FileText size={20} strokeWidth={1.6} aria-hidden />
        {t("document")}
      </button>
    </nav>
  );
}
