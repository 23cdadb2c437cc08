/**
 * A mention stands alone: not inside an e-mail address, a path, a package name or a longer Latin word. Chinese is
 * written without spaces, so a Han character beside it is no part of it.
 */
const MENTION = /(?<![a-z0-9_.@/-])@chopin(?![a-z0-9_/-])/gi;

/** To whom a message goes: to the Planner where it names `@chopin` anywhere, else to everyone in the room. */
export function addresseeOf(text: string): "room" | "planner" {
  return splitMentions(text).some((piece) => piece.mention) ? "planner" : "room";
}

/** The text in pieces, so that mentions can be shown as such. */
export function splitMentions(text: string): { text: string; mention: boolean; at: number }[] {
  const pieces: { text: string; mention: boolean; at: number }[] = [];
  let end = 0;
  for (const match of text.matchAll(MENTION)) {
    if (match.index > end) pieces.push({ text: text.slice(end, match.index), mention: false, at: end });
    end = match.index + match[0].length;
    pieces.push({ text: match[0], mention: true, at: match.index });
  }
  if (end < text.length) pieces.push({ text: text.slice(end), mention: false, at: end });
  return pieces;
}
