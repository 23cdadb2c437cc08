import { themeOf } from "../ui/theme.ts";
import type { Theme } from "../ui/theme.ts";
import { CHAT_COOKIE, chatFrameOf } from "../chat/chat-frame.ts";
import type { ChatFrame } from "../chat/chat-frame.ts";
import { ZONE_COOKIE } from "../locales/time.tsx";

const YEAR = 60 * 60 * 24 * 365;
const THEME_COOKIE = "theme";

/** What this browser prefers, by its cookies. */
export function readPreferences(request: Request): { theme: Theme; zone: string | undefined } {
  const cookies = request.headers.get("Cookie") ?? "";
  return { theme: themeOf(valueOf(cookies, THEME_COOKIE)), zone: valueOf(cookies, ZONE_COOKIE) };
}

/** The Set-Cookie value that keeps a theme. */
export function themeCookie(theme: Theme): string {
  return `${THEME_COOKIE}=${theme}; Path=/; SameSite=Lax; Max-Age=${theme === "system" ? 0 : YEAR}`;
}

/** How wide Chat stands beside the document, and whether it is folded. */
export function readChatFrame(request: Request): ChatFrame {
  return chatFrameOf(valueOf(request.headers.get("Cookie") ?? "", CHAT_COOKIE));
}

function valueOf(cookies: string, name: string): string | undefined {
  for (const pair of cookies.split(";")) {
    const [key, value] = pair.trim().split("=", 2);
    if (key !== name || value === undefined) continue;
    try {
      return decodeURIComponent(value);
    } catch {
      return undefined;
    }
  }
  return undefined;
}
