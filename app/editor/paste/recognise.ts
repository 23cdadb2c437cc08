/** A line that only Markdown would begin so. */
const BLOCK = [
  /^#{1,6} \S/m,
  /^(?:[-*+]|\d{1,9}[.)]) +\S/m,
  /^> ?\S/m,
  /^(?:`{3}|~{3})/m,
  /^\|.+\|\s*\n\|[\s:|-]+\|/m,
  /^(?:-{3,}|\*{3,}|_{3,})\s*$/m,
  /^\[[^\]\n]+\]: +\S/m,
  /^\$\$/m,
];

/** Marks inside a line. A lone asterisk or underscore is not enough: file names and sums have those. */
const INLINE = [
  /\*\*[^\s*](?:[^*\n]*[^\s*])?\*\*/,
  /~~[^\s~](?:[^~\n]*[^\s~])?~~/,
  /`[^`\n]+`/,
  /!?\[[^\]\n]*\]\([^\s)]+\)/,
  /\[\^[^\]\s]+\]/,
];

/** Whether plain text reads as Markdown, so that pasting it should give what it means. */
export function looksLikeMarkdown(text: string): boolean {
  return [...BLOCK, ...INLINE].some((pattern) => pattern.test(text));
}

/** Whether HTML only dresses plain text up (colours, fonts, lines), as terminals and code editors put it. */
export function dressesPlainText(html: string): boolean {
  return !/<(?:h[1-6]|li|table|a|strong|b|em|i|del|s|blockquote|img|code)[\s>]/i.test(html);
}

/** What VS Code says of the file the text is from: its language, or null when it did not come from there. */
export function editorLanguage(data: string): string | null {
  if (data === "") return null;
  try {
    const parsed: unknown = JSON.parse(data);
    const mode = typeof parsed === "object" && parsed !== null && "mode" in parsed ? parsed.mode : null;
    return typeof mode === "string" && /^[\w+#-]{1,40}$/.test(mode) ? mode : null;
  } catch {
    return null;
  }
}
