import { useEffect, useState } from "react";
import type { RefObject } from "react";
import { useTranslation } from "react-i18next";
import { depthOf, OUTLINE_DEPTH, withSlugs } from "./headings.ts";
import type { Heading } from "./headings.ts";

const HEADINGS = Array.from({ length: OUTLINE_DEPTH }, (_, index) => `.prose h${index + 1}`).join(", ");

/** Pixels below the upper edge at which a heading counts as reached. */
const REACHED = 96;

export type OutlineProps = {
  /** The scrolling view around the text. */
  view: RefObject<HTMLElement | null>;
  /** The headings as the server knows them, until the text on screen tells. */
  first: readonly Heading[];
  /** The first heading is the title itself, which the outline leaves out. */
  ownTitle: boolean;
};

/** The headings in the right margin; the one being read is marked. Follows the text as it is written. */
export function Outline({ view, first, ownTitle }: OutlineProps) {
  const { t } = useTranslation("document");
  const { headings, current } = useHeadings(view, first);
  const above = ownTitle ? 1 : 0;
  const listed = headings.slice(above);
  if (listed.length < 2) return null;
  return (
    <nav className="map" aria-label={t("outline")}>
      {listed.map((heading, index) => (
        <a
          key={heading.slug}
          href={`#${heading.slug}`}
          className={depthOf(heading, listed) > 0 ? "d2" : undefined}
          aria-current={index + above === current ? "location" : undefined}
          title={heading.text}
          onClick={(event) => {
            event.preventDefault();
            history.replaceState(history.state, "", `#${heading.slug}`);
            elements(view.current)[index + above]?.scrollIntoView({ block: "start" });
          }}
        >
          {heading.text}
        </a>
      ))}
    </nav>
  );
}

function useHeadings(view: OutlineProps["view"], first: readonly Heading[]) {
  const [headings, setHeadings] = useState(first);
  const [current, setCurrent] = useState(0);
  useEffect(() => {
    const element = view.current;
    if (!element) return;
    let frame = 0;
    const look = () => {
      frame = 0;
      const found = elements(element);
      setHeadings((before) => keepIfSame(before, readHeadings(found)));
      const edge = element.getBoundingClientRect().top + REACHED;
      const reached = found.findLastIndex((heading) => heading.getBoundingClientRect().top <= edge);
      setCurrent(Math.max(0, reached));
    };
    const later = () => {
      frame ||= requestAnimationFrame(look);
    };
    const observer = new MutationObserver(later);
    observer.observe(element, { childList: true, subtree: true, characterData: true });
    element.addEventListener("scroll", later, { passive: true });
    goToAddress(element);
    later();
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", later);
      cancelAnimationFrame(frame);
    };
  }, [view]);
  return { headings, current };
}

function elements(view: HTMLElement | null): HTMLElement[] {
  return view ? [...view.querySelectorAll<HTMLElement>(HEADINGS)] : [];
}

function readHeadings(found: readonly HTMLElement[]): Heading[] {
  return withSlugs(
    found.map((element) => ({
      text: element.textContent?.trim() ?? "",
      level: Number(element.tagName.slice(1)),
    })),
  );
}

/** An address with a heading's slug opens there. */
function goToAddress(view: HTMLElement): void {
  const slug = decodeURIComponent(location.hash.slice(1));
  if (!slug) return;
  const found = elements(view);
  const index = readHeadings(found).findIndex((heading) => heading.slug === slug);
  found[index]?.scrollIntoView({ block: "start" });
}

/** The same list object while nothing changed, so that typing does not draw the outline again. */
function keepIfSame(before: readonly Heading[], after: Heading[]): readonly Heading[] {
  const same =
    before.length === after.length &&
    before.every(
      (heading, index) => heading.text === after[index]?.text && heading.level === after[index]?.level,
    );
  return same ? before : after;
}
