import { useState } from "react";
import type { ReactNode } from "react";
import { ArrowDown } from "lucide-react";
import { useStickToBottom } from "use-stick-to-bottom";
import { useChatWords } from "./turn-words.ts";

/**
 * The transcript's scroll. It stays at its end unless the reader scrolled away; then a chip says how many entries
 * came meanwhile and leads back.
 */
export function ChatLog({ entries, children }: { entries: number; children: ReactNode }) {
  const t = useChatWords();
  const { scrollRef, contentRef, isAtBottom, scrollToBottom } = useStickToBottom({
    initial: "instant",
    resize: "instant",
  });
  const seen = useSeen(entries, isAtBottom);
  return (
    <div className="chat-log">
      <div
        ref={scrollRef}
        className="absolute inset-0 overflow-y-auto"
        role="log"
        aria-label={t("log")}
        aria-live="off"
        tabIndex={0}
      >
        <div ref={contentRef} className="flex min-h-full flex-col justify-end px-4 pb-4">
          {children}
        </div>
      </div>
      {isAtBottom ? null : (
        <button
          type="button"
          className="chip absolute bottom-3 left-1/2 -translate-x-1/2 max-md:h-9"
          onClick={() => void scrollToBottom()}
        >
          <ArrowDown size={12} aria-hidden />
          {entries > seen ? t("new", { count: entries - seen }) : t("toEnd")}
        </button>
      )}
    </div>
  );
}

/** How many entries the reader has had in view at the end. */
function useSeen(entries: number, isAtBottom: boolean): number {
  const [seen, setSeen] = useState(entries);
  if (isAtBottom && seen !== entries) setSeen(entries);
  return seen;
}
