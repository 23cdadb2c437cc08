import { useEffect, useEffectEvent, useState } from "react";
import { chatFrameCookie } from "./chat-frame.ts";
import type { ChatFrame } from "./chat-frame.ts";

/** Kept in a cookie, so that the next page is drawn so from the start. ⌘\ folds and opens. */
export function useChatFrame(first: ChatFrame) {
  const [frame, setFrame] = useState(first);
  const set = (next: ChatFrame) => {
    setFrame(next);
    document.cookie = chatFrameCookie(next);
  };
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== "\\" || !(event.metaKey || event.ctrlKey)) return;
    event.preventDefault();
    set({ ...frame, folded: !frame.folded });
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);
  return [frame, set] as const;
}
