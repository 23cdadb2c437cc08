/**
 * The page of this application to go back to, from the `to` of an address: a path that starts with one slash.
 * Everything else leads to Home, so that a link cannot send anybody elsewhere.
 */
export function backTo(request: Request): string {
  const url = new URL(request.url);
  const to = url.searchParams.get("to");
  if (!to?.startsWith("/")) return "/";
  // The URL parser strips tabs and newlines and reads a backslash as a slash; what it makes of it decides.
  const target = URL.canParse(to, url.origin) ? new URL(to, url.origin) : null;
  if (target?.origin !== url.origin) return "/";
  const path = target.pathname + target.search + target.hash;
  return path.startsWith("//") || path.startsWith("/-/welcome") ? "/" : path;
}
