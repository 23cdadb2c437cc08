/**
 * Which addresses a document may link to or show. A link's text can lie about where it goes, so what is not plainly
 * readable is refused rather than repaired.
 */

/** Control and format characters, what Unicode lets a renderer ignore, line separators: nothing a reader sees. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]/u;

const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const LONGEST = 2_048;

/** Whether the text carries characters a reader cannot see. */
export function hasHiddenCharacters(text: string): boolean {
  return HIDDEN.test(text);
}

/**
 * The address when it may be linked: `https:`, `http:`, `mailto:`, a path inside the repository, or a `#` place in the
 * document; null when it is anything else, holds hidden characters or spaces, or is longer than 2,048 characters.
 */
export function safeAddress(address: string): string | null {
  const trimmed = address.trim();
  if (trimmed === "" || trimmed.length > LONGEST || hasHiddenCharacters(trimmed) || /\s/.test(trimmed))
    return null;
  if (trimmed.startsWith("//") || trimmed.includes("\\")) return null;
  if (!SCHEME.test(trimmed)) return trimmed;
  if (/^mailto:[^\s]+@[^\s]+$/i.test(trimmed)) return trimmed;
  if (!/^https?:\/\//i.test(trimmed)) return null;
  const url = URL.parse(trimmed);
  return url && url.hostname !== "" && url.username === "" && url.password === "" ? trimmed : null;
}

/** What a person typed into the link field, made an address: `example.org/x` gets `https://`. Null when refused. */
export function typedAddress(typed: string): string | null {
  const trimmed = typed.trim();
  if (/^[^\s@/:]+@[^\s@/:]+\.[a-z]{2,}$/i.test(trimmed)) return safeAddress(`mailto:${trimmed}`);
  if (!SCHEME.test(trimmed) && /^(?:[\p{L}\p{N}-]+\.)+(?:[a-z]{2,6})(?:[/?#].*)?$/iu.test(trimmed)) {
    return /\.(?:md|ts|tsx|js|json|txt|css|html|py|go|rs|sh|yml|yaml|toml|sql)$/i.test(trimmed)
      ? safeAddress(trimmed)
      : safeAddress(`https://${trimmed}`);
  }
  return safeAddress(trimmed);
}

/**
 * Whether an image is shown in the text: one of our own `/images/`. Any other address would tell a stranger's server
 * who reads this document, so those are named and linked instead; the page's content policy says the same.
 */
export function shownImage(src: string): boolean {
  return /^\/images\/[\w./-]+$/.test(src) && !src.includes("..");
}
