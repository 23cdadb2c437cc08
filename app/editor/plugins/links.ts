import { Plugin } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import { hasHiddenCharacters, safeAddress } from "../address.ts";
import { headingSlug } from "../heading-slug.ts";

/**
 * Mod-click opens a link in a new tab, and so does a click in a text that cannot be edited; a click in a text that
 * can sets the caret. A `#` address scrolls to its heading, a footnote's mark to the footnote.
 */
export function linkClicks(): Plugin {
  return new Plugin({
    props: {
      handleDOMEvents: {
        click: (view, event) => {
          if (!(event.target instanceof Element) || event.button !== 0) return false;
          const follow =
            event.metaKey ||
            event.ctrlKey ||
            !view.editable ||
            event.target.closest(".image-hidden") !== null;
          const mark = event.target.closest(".footnote-mark");
          if (mark && follow) return showFootnote(view, mark.textContent ?? "");
          const link = event.target.closest("a");
          if (!link || !view.dom.contains(link)) return false;
          event.preventDefault();
          if (follow) open(view, link.getAttribute("href") ?? "");
          return follow;
        },
      },
    },
  });
}

function open(view: EditorView, href: string): void {
  if (safeAddress(href) === null || hasHiddenCharacters(href)) return;
  if (href.startsWith("#")) {
    const slug = decodeURIComponent(href.slice(1));
    const headings = [...view.dom.querySelectorAll("h1, h2, h3, h4, h5, h6")];
    headings.find((each) => headingSlug(each.textContent ?? "") === slug)?.scrollIntoView({ block: "start" });
    return;
  }
  if (/^(?:https?|mailto):/i.test(href)) window.open(href, "_blank", "noopener,noreferrer");
}

function showFootnote(view: EditorView, label: string): boolean {
  const notes = [...view.dom.querySelectorAll(".footnote > .footnote-label")];
  const note = notes.find((each) => each.textContent?.toLowerCase() === label.toLowerCase());
  note?.scrollIntoView({ block: "nearest" });
  return note !== undefined;
}
