import { useEffect } from "react";
import type { RefObject } from "react";

/**
 * Keeps the text where it is read while the notices above it come and go: what they take or give is scrolled away. At
 * the very top, where the title would go under them, the text makes room.
 */
export function useSteadyText(
  notices: RefObject<HTMLElement | null>,
  text: RefObject<HTMLElement | null>,
): void {
  useEffect(() => {
    const element = notices.current;
    if (!element) return;
    let height = element.offsetHeight;
    const observer = new ResizeObserver(() => {
      const grown = element.offsetHeight - height;
      height += grown;
      const view = text.current;
      if (view) view.scrollTop += grown > 0 ? Math.min(grown, view.scrollTop) : grown;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [notices, text]);
}
