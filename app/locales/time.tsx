import { useMemo, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { useRouteLoaderData } from "react-router";
import { clockTime, longDay, relativeDay } from "./dates.ts";
import { languageOf } from "./languages.ts";

export type TimeForm = "relative" | "day" | "clock";

/** What the server rendered with: the zone this browser named last, and its own present. From root's loader. */
export type FirstPaint = { zone: string; now: number };

/**
 * A moment in the reader's zone. `relative`: "2 h ago", "yesterday", "Tuesday", "1 October"; `day`: "2 October";
 * `clock`: "10:24". The server writes it in the zone the browser named last, and the browser mends it at once.
 */
export function Time({ at, form }: { at: string; form: TimeForm }) {
  const say = useTimeText();
  return (
    <time dateTime={at} title={`${say(at, "day")} ${say(at, "clock")}`} suppressHydrationWarning>
      {say(at, form)}
    </time>
  );
}

/** The same as words, for a sentence that holds a moment. */
export function useTimeText(): (at: string, form: TimeForm) => string {
  const { i18n } = useTranslation();
  const { zone, now } = useReaderTime();
  const language = languageOf(i18n.language);
  return useMemo(
    () => (at, form) => {
      const moment = { language, zone, now };
      if (form === "clock") return clockTime(at, zone);
      return form === "day" ? longDay(at, moment) : relativeDay(at, moment);
    },
    [language, zone, now],
  );
}

/** The reader's zone and the present minute; while the page comes to life, those of the server's render. */
export function useReaderTime(): FirstPaint {
  const first = useRouteLoaderData<FirstPaint>("root");
  const zone = useSyncExternalStore(never, browserZone, () => first?.zone ?? "UTC");
  const now = useSyncExternalStore(everyMinute, presentMinute, () => first?.now ?? 0);
  return { zone, now };
}

/** Name of the cookie that tells the server the reader's zone. */
export const ZONE_COOKIE = "zone";

export function browserZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
}

function never() {
  return () => {};
}

function everyMinute(notify: () => void) {
  const timer = setInterval(notify, 60_000);
  return () => clearInterval(timer);
}

/** Stable within a minute, as a snapshot has to be. */
function presentMinute(): number {
  return Math.floor(Date.now() / 60_000) * 60_000;
}
