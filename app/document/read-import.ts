import { MAX_SOURCE_BYTES } from "@chopin/protocol/document";

export type Import =
  | { ok: true; title: string; source: string }
  | { ok: false; reason: "no-file" | "too-large" | "not-text" };

/**
 * The Markdown file of a form (`file`), at most 256 KiB of UTF-8. The title is its first heading of the first level,
 * or else the name of the file, cut to 120 characters.
 */
export async function readImport(body: FormData): Promise<Import> {
  const file = body.get("file");
  if (!(file instanceof File) || (file.size === 0 && file.name === ""))
    return { ok: false, reason: "no-file" };
  if (file.size > MAX_SOURCE_BYTES) return { ok: false, reason: "too-large" };
  const source = decode(await file.arrayBuffer());
  if (source === null) return { ok: false, reason: "not-text" };
  return { ok: true, title: titleOf(source, file.name), source };
}

/** Null for what is not UTF-8 or holds NUL, which no text has. */
function decode(bytes: ArrayBuffer): string | null {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return text.includes("\0") ? null : text;
  } catch {
    return null;
  }
}

function titleOf(source: string, fileName: string): string {
  const heading = source.split(/\r?\n/, 200).find((line) => /^#\s+\S/.test(line));
  const written = heading
    ?.replace(/^#\s+/, "")
    .replace(/\s+#*\s*$/, "")
    .replaceAll(/[*_`]/g, "");
  const name = fileName.replace(/\.(md|markdown|mdown|txt)$/i, "").trim();
  return [...(written?.trim() || name || "Markdown")].slice(0, 120).join("");
}
