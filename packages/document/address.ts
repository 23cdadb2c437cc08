const SCHEME = /^([a-z][a-z0-9+.-]*):/i;
const ALLOWED = new Set(["http", "https", "mailto"]);

/**
 * The address as an `href` or `src` may carry it: `http:`, `https:`, `mailto:` and relative addresses; anything
 * else (`javascript:`, `data:`, …) gives null. Browsers ignore control characters and leading spaces in a scheme, so
 * they are ignored here too.
 */
export function safeAddress(address: string): string | null {
  // oxlint-disable-next-line no-control-regex -- exactly the characters a browser drops
  const seen = address.replace(/[\u0000-\u0020\u007f-\u009f\u00a0\u2028\u2029]/g, "");
  const scheme = SCHEME.exec(seen)?.[1];
  return scheme === undefined || ALLOWED.has(scheme.toLowerCase()) ? address : null;
}
