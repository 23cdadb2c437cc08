/** Ends before a stop, a quotation mark or a bracket, which belong to the sentence around it. */
const ADDRESS = /\bhttps?:\/\/[^\s<>"'“”，。）、]*[^\s<>"'“”，。）、.,;:!?)\]}]/gi;

/** The text in pieces, so that web addresses can be shown as links. */
export function splitAddresses(text: string): { text: string; address: boolean; at: number }[] {
  const pieces: { text: string; address: boolean; at: number }[] = [];
  let end = 0;
  for (const match of text.matchAll(ADDRESS)) {
    if (match.index > end) pieces.push({ text: text.slice(end, match.index), address: false, at: end });
    end = match.index + match[0].length;
    pieces.push({ text: match[0], address: true, at: match.index });
  }
  if (end < text.length) pieces.push({ text: text.slice(end), address: false, at: end });
  return pieces;
}
