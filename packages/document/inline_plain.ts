import type { Node } from "prosemirror-model";

/** Text in which no character can mean anything to Markdown, and which begins and ends with none that is dropped. */
const PLAIN = /^[A-Za-z0-9 ,.;'"()/?%\u00c0-\u024f\u0370-\u03ff\u0400-\u04ff\u4e00-\u9fff]*$/;
/** What could be an address, which is text only while it is escaped. */
const ADDRESS = /www\./i;
/** A number that begins a list, when it begins a line. */
const NUMBERED = /^\d{1,9}[.)]/;
const WORD = /^[A-Za-z0-9]$/;

/**
 * Most text by far: plain words, some of them emphasised, each such piece between spaces. It is printed without asking
 * what every character could mean; the result is what `printInline` would give. Null for anything else.
 */
export function printPlain(content: readonly Node[]): string | null {
  let printed = "";
  for (let at = 0; at < content.length; at++) {
    const node = content[at]!;
    const { text } = node;
    if (text === undefined || !PLAIN.test(text) || ADDRESS.test(text)) return null;
    const { marks } = node;
    if (marks.length === 0) {
      const first = at === 0 && (text.startsWith(" ") || NUMBERED.test(text));
      if (first || (at === content.length - 1 && text.endsWith(" "))) return null;
      printed += text;
      continue;
    }
    const delimiter = marks.length === 1 ? delimiterOf(marks[0]!.type.name) : null;
    if (delimiter === null || !WORD.test(text.charAt(0)) || !WORD.test(text.charAt(text.length - 1)))
      return null;
    if (!endsBare(content[at - 1], true) || !endsBare(content[at + 1], false)) return null;
    printed += delimiter + text + delimiter;
  }
  return printed;
}

function delimiterOf(mark: string): string | null {
  if (mark === "emphasis") return "*";
  if (mark === "strong") return "**";
  return mark === "strike" ? "~~" : null;
}

/** Whether a neighbour is nothing, or unmarked text with a space on the side of the delimiter. */
function endsBare(neighbour: Node | undefined, before: boolean): boolean {
  if (!neighbour) return true;
  const { text, marks } = neighbour;
  if (text === undefined || marks.length > 0) return false;
  return before ? text.endsWith(" ") : text.startsWith(" ") || /^[,.;?]/.test(text);
}
