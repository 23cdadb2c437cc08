import { LANGUAGE_TAGS } from "./languages.ts";
import type { Language } from "./languages.ts";

export type Moment = { language: Language; zone: string; now: number };

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** "now", "5 min ago", "2 h ago" within the day; then "yesterday", the weekday within a week, and the date. */
export function relativeDay(at: string, { language, zone, now }: Moment): string {
  const tag = LANGUAGE_TAGS[language];
  const then = Date.parse(at);
  const ago = Math.max(0, now - then);
  const days = dayNumber(now, zone) - dayNumber(then, zone);
  const words = new Intl.RelativeTimeFormat(tag, { numeric: "auto", style: "short" });
  if (ago < MINUTE) return words.format(0, "second");
  if (ago < HOUR) return words.format(-Math.floor(ago / MINUTE), "minute");
  if (days === 0) return words.format(-Math.floor(ago / HOUR), "hour");
  if (days === 1) return words.format(-1, "day");
  if (days < 7) return new Intl.DateTimeFormat(tag, { weekday: "long", timeZone: zone }).format(then);
  return longDay(at, { language, zone, now });
}

/** "2 October"; with the year when it is not this one. */
export function longDay(at: string, { language, zone, now }: Moment): string {
  const then = Date.parse(at);
  const year = (time: number) =>
    new Intl.DateTimeFormat("en", { year: "numeric", timeZone: zone }).format(time);
  return new Intl.DateTimeFormat(LANGUAGE_TAGS[language], {
    day: "numeric",
    month: "long",
    timeZone: zone,
    ...(year(then) === year(now) ? {} : { year: "numeric" }),
  }).format(then);
}

/** "10:24", on a 24-hour clock in every language. */
export function clockTime(at: string | number, zone: string): string {
  return new Intl.DateTimeFormat("en-GB", {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone: zone,
  }).format(typeof at === "number" ? at : Date.parse(at));
}

/** Days since 1970 as the calendar of that zone counts them. */
export function dayNumber(at: number, zone: string): number {
  const [year, month, day] = new Intl.DateTimeFormat("en-CA", { timeZone: zone })
    .format(at)
    .split("-")
    .map(Number);
  return Math.floor(Date.UTC(year ?? 1970, (month ?? 1) - 1, day ?? 1) / DAY);
}

/** A zone the platform knows, else UTC: what a cookie says is not believed. */
export function zoneOf(value: string | null | undefined): string {
  if (!value || value.length > 64) return "UTC";
  try {
    Intl.DateTimeFormat("en", { timeZone: value });
    return value;
  } catch {
    return "UTC";
  }
}
