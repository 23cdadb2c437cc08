/** Pixels Chat may be wide (tokens --chat-min, --chat-max and --chat). */
export const CHAT_MIN = 320;
export const CHAT_MAX = 420;
const CHAT_WIDTH = 384;

/** How Chat stands beside the document; kept in a cookie, so that the page is drawn so from the start. */
export type ChatFrame = { width: number; folded: boolean };

export const CHAT_COOKIE = "chat";

/** The width within its limits. */
export function chatWidth(width: number): number {
  return Math.round(Math.min(CHAT_MAX, Math.max(CHAT_MIN, width)));
}

export function chatFrameOf(value: string | undefined): ChatFrame {
  const [width, folded] = (value ?? "").split(".");
  return { width: chatWidth(Number(width) || CHAT_WIDTH), folded: folded === "folded" };
}

export function chatFrameCookie({ width, folded }: ChatFrame): string {
  return `${CHAT_COOKIE}=${width}${folded ? ".folded" : ""}; path=/; max-age=31536000; samesite=lax`;
}
