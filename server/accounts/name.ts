const longest = 60;

/** Control characters, and spaces nobody sees that Unicode counts as letters or symbols. */
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\p{Co}\p{Cn}\u2800\u3164\uffa0\u115f\u1160]/u;

/** Format characters: text direction, zero width. Joiners and flag tags stay, since scripts and emoji need them. */
const format = /(?!\u200c|\u200d|[\u{e0020}-\u{e007f}])\p{Cf}/u;

/**
 * A chosen name as it is kept: composed, trimmed, inner spaces single. Null when it is empty, longer than 60
 * characters, or holds control, invisible or text-direction characters.
 */
export function cleanName(given: string): string | null {
  if (given.length > 1000 || !given.isWellFormed()) return null;
  const trimmed = given.trim();
  if (unseen.test(trimmed) || format.test(trimmed)) return null;
  const name = trimmed.normalize("NFC").replaceAll(/\s+/g, " ");
  const length = [...name].length;
  return length >= 1 && length <= longest && nameKey(name) !== "" ? name : null;
}

/** The name as it is compared: without case, width, compatibility forms and joiners. */
export function nameKey(name: string): string {
  return name
    .normalize("NFKC")
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, "")
    .toUpperCase()
    .toLowerCase()
    .normalize("NFKC")
    .trim();
}
