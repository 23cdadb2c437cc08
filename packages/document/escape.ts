import { characterReference } from "./character.ts";

/** Where a piece of text stands, as far as that decides what must be escaped. */
export type TextPlace = {
  /** First on its line, where a block could begin. */
  lineStart?: boolean;
  /** First or last on its line: white space there would be dropped. */
  first?: boolean;
  last?: boolean;
  cell?: boolean;
  link?: boolean;
  /** Last in a `#` heading, where trailing number signs would be dropped. */
  headingEnd?: boolean;
  /** Every `|` is escaped, so that the line is no table's header. */
  pipes?: boolean;
  /** The characters of `*_~$` that could find a partner in this block; others stay as they are. */
  paired: string;
};

const SPECIAL = /[\\`*_[\]<&!~$|@\n\r]|:\/\/|www\.|[:#]$/i;
const EACH =
  /\\|`|\*|_|\[|\]|<|&(?=#[0-9xX]|[A-Za-z])|!(?=$)|~|\$|\||@|\n|\r|(?<=https?):(?=\/\/)|(?<=www)\./gi;

/** Text as Markdown that is read back as exactly this text and nothing else. */
export function escapeText(text: string, place: TextPlace): string {
  let head = "";
  let tail = "";
  let body = text;
  if (place.first && /^\s/.test(body)) {
    head = characterReference(body.charAt(0));
    body = body.slice(1);
  } else if (place.lineStart) {
    const length = blockStart(body);
    if (length > 0) {
      head = `${body.slice(0, length - 1)}\\${body.charAt(length - 1)}`;
      body = body.slice(length);
    }
  }
  if (place.last && /\s$/.test(body)) {
    tail = characterReference(body.slice(-1));
    body = body.slice(0, -1);
  } else if (place.headingEnd && /(?:^|[ \t])#+$/.test(body)) {
    tail = "\\#";
    body = body.slice(0, -1);
  }
  if (!SPECIAL.test(body)) return head + body + tail;
  return head + escapeCharacters(body, place, { opens: head === "", closes: tail === "" }) + tail;
}

function escapeCharacters(body: string, place: TextPlace, edge: { opens: boolean; closes: boolean }): string {
  return body.replace(EACH, (found, ...rest) => {
    const at = Number(rest.at(-2));
    const before = body.charAt(at - 1);
    const after = body.charAt(at + 1);
    const inside = at > 0 && after !== "";
    switch (found) {
      case "\n":
      case "\r":
        return characterReference(found);
      case "\\":
        return after === "" || /[!-/:-@[-`{-~\s]/.test(after) ? "\\\\" : "\\";
      case "*":
      case "~":
      case "$":
        if (!place.paired.includes(found)) return found;
        return inside && blank(before) && blank(after) ? found : `\\${found}`;
      case "_":
        if (!place.paired.includes("_")) return "_";
        if (inside && blank(before) && blank(after)) return "_";
        return inside && insideWord(body, at) ? "_" : "\\_";
      case "]":
        return place.link ? "\\]" : "]";
      case "<":
        return after === "" || /[A-Za-z/!?]/.test(after) || (!blank(after) && body.includes("@"))
          ? "\\<"
          : "<";
      case "&":
        return /^&(?:#[xX]?[0-9a-fA-F]+|[A-Za-z][A-Za-z0-9]*)(?:;|$)/.test(body.slice(at, at + 40))
          ? "\\&"
          : "&";
      case "!":
        return edge.closes ? "\\!" : "!";
      case "|":
        return place.cell || place.pipes ? "\\|" : "|";
      case "@":
        return place.link || (inside && (blank(before) || blank(after))) ? "@" : "\\@";
      case ":":
      case ".":
        return place.link ? found : `\\${found}`;
      default:
        return `\\${found}`;
    }
  });
}

/**
 * Where a line that begins with `text` would begin a block (heading, list, quote, fence, table, …): the length of
 * the text up to and with the character to escape; 0 where it would not.
 */
function blockStart(text: string): number {
  const number = /^\d{1,9}[.)](?=[ \t]|$)/.exec(text);
  if (number) return number[0].length;
  if (
    /^(?:>|~{3}|\$\$|\+\+\+|#{1,6}(?:[ \t]|$)|[-+*](?:[ \t]|$)|=+[ \t]*$|[*_-][*_ \t-]*$|[|:-][|: \t-]*$)/.test(
      text,
    )
  )
    return 1;
  return 0;
}

function blank(character: string): boolean {
  return character === " " || character === "\t";
}

/** An underscore between two letters or digits neither opens nor closes emphasis, however many there are. */
function insideWord(body: string, at: number): boolean {
  let left = at - 1;
  let right = at + 1;
  while (body.charAt(left) === "_") left--;
  while (body.charAt(right) === "_") right++;
  return /[\p{L}\p{N}]/u.test(body.charAt(left)) && /[\p{L}\p{N}]/u.test(body.charAt(right));
}
