import { characterReference } from "./character.ts";

/** `(href "title")` without the brackets: a destination and, where there is one, a title. */
export function printAddress(href: string, options: { title: string | null; cell: boolean }): string {
  const destination = printDestination(href, options.title !== null);
  const written = options.title === null ? destination : `${destination} ${printTitle(options.title)}`;
  return options.cell ? written.replace(/\|/g, "\\|") : written;
}

/** `needed`: an empty destination must be visible, because a title follows or a definition needs it. */
export function printDestination(href: string, needed: boolean): string {
  if (href === "") return needed ? "<>" : "";
  const escaped = escapeReferences(href);
  // oxlint-disable-next-line no-control-regex -- what CommonMark forbids in a bare destination
  if (/[\u0000-\u0020\u007f]|^</.test(href) || !balanced(href))
    return `<${escaped.replace(/[<>]/g, "\\$&").replace(/[\r\n]/g, characterReference)}>`;
  return escaped.replace(/[<>]/g, "\\$&");
}

function printTitle(title: string): string {
  return `"${escapeReferences(title)
    .replace(/"/g, '\\"')
    .replace(/[\r\n]/g, characterReference)}"`;
}

function escapeReferences(text: string): string {
  return text.replace(/\\/g, "\\\\").replace(/&(?=#?[A-Za-z0-9]+;)/g, "\\&");
}

function balanced(href: string): boolean {
  let depth = 0;
  for (const character of href) {
    if (character === "(") depth++;
    if (character === ")" && --depth < 0) return false;
  }
  return depth === 0 && !/\(.*\(.*\(/.test(href);
}
