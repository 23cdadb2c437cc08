import type { KeyboardEvent, PointerEvent } from "react";
import { CHAT_MAX, CHAT_MIN, chatWidth } from "./chat-frame.ts";
import { useChatWords } from "./turn-words.ts";

/** The edge of Chat, dragged or moved with the arrow keys. */
export function ChatEdge({ width, onWidth }: { width: number; onWidth: (width: number) => void }) {
  const t = useChatWords();

  function onPointerDown(event: PointerEvent<HTMLDivElement>) {
    const edge = event.currentTarget;
    const from = event.clientX - width;
    edge.setPointerCapture(event.pointerId);
    const move = (moved: globalThis.PointerEvent) => onWidth(chatWidth(moved.clientX - from));
    edge.addEventListener("pointermove", move);
    edge.addEventListener("lostpointercapture", () => edge.removeEventListener("pointermove", move), {
      once: true,
    });
  }

  function onKeyDown(event: KeyboardEvent) {
    const by = { ArrowLeft: -16, ArrowRight: 16 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    onWidth(chatWidth(width + by));
  }

  return (
    <div
      className="chat-edge"
      role="separator"
      aria-orientation="vertical"
      aria-label={t("resize")}
      aria-valuemin={CHAT_MIN}
      aria-valuemax={CHAT_MAX}
      aria-valuenow={width}
      tabIndex={0}
      onPointerDown={onPointerDown}
      onKeyDown={onKeyDown}
    />
  );
}
