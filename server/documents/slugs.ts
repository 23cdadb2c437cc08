/** First segments of an address that belong to Chopin; an owner so named is reached under /-/documents. */
const TAKEN = new Set(["-", "api", "auth", "mcp", "images", "assets", "socket.io", "healthz", "readyz"]);

/** Characters a slug keeps of a title. */
const LONGEST = 80;

/** The address form of a title: letters, numbers and marks of any script, the rest hyphens. Never empty. */
export function slugOf(title: string): string {
  const hyphened = title
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, "-")
    .replace(/^-+/, "");
  const cut = [...hyphened].slice(0, LONGEST).join("").replace(/-+$/, "");
  return cut === "" ? "document" : cut;
}

/** The slug itself, or with the first number from 2 that is free. */
export function freeSlug(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted;
  for (let number = 2; ; number++) {
    const numbered = `${wanted}-${number}`;
    if (!taken.has(numbered)) return numbered;
  }
}

/** The address of a document: percent-encoded, beginning with a slash. `slugs`: the parent's, if any, then its own. */
export function pathOf(repositoryName: string, slugs: readonly string[]): string {
  const segments = [...repositoryName.split("/"), ...slugs].map(encodeURIComponent);
  const prefix = TAKEN.has(segments[0]?.toLowerCase() ?? "") ? "/-/documents" : "";
  return `${prefix}/${segments.join("/")}`;
}
