/** Characters a title may have, after trimming. */
const LONGEST = 120;

/** A title as it is kept, or why not: 1–120 characters without control characters. White space is drawn together. */
export function readTitle(
  given: string,
): { ok: true; title: string; key: string } | { ok: false; reason: "title-invalid" } {
  const title = given.normalize("NFC").replaceAll(/\s+/gu, " ").trim();
  const length = [...title].length;
  if (length < 1 || length > LONGEST || /[\p{Cc}\p{Cs}]/u.test(title))
    return { ok: false, reason: "title-invalid" };
  return { ok: true, title, key: titleKey(title) };
}

/** How titles are compared: two that differ only in case or in the width of a letter are the same. */
export function titleKey(title: string): string {
  return title.normalize("NFKC").toLowerCase().trim();
}
