import { useEffect, useState } from "react";
import type { RefObject } from "react";
import { startsWithTitle } from "./headings.ts";

/**
 * Whether the text begins with its title as a heading of the first level, so that the page need not say it again.
 * Follows the text as it is written; `doc` is the text as the page was first given it.
 */
export function useOwnTitle(view: RefObject<HTMLElement | null>, doc: unknown, title: string): boolean {
  const [own, setOwn] = useState(() => startsWithTitle(doc, title));
  useEffect(() => {
    const element = view.current;
    if (!element) return;
    let frame = 0;
    const look = () => {
      frame = 0;
      const first = element.querySelector(".prose")?.firstElementChild;
      // Between the server's text and the editor's there is a moment without any.
      if (first) setOwn(first.tagName === "H1" && first.textContent?.trim() === title);
    };
    const observer = new MutationObserver(() => {
      frame ||= requestAnimationFrame(look);
    });
    observer.observe(element, { childList: true, subtree: true, characterData: true });
    look();
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
    };
  }, [view, title]);
  return own;
}
