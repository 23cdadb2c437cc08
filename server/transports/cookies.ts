/** The browser's login cookie: its name, how it is read and how it is set. */

export const LOGIN_COOKIE = "chopin_login";

/** Seconds a browser keeps its login: 400 days, the longest a browser allows. */
const LOGIN_SECONDS = 400 * 24 * 60 * 60;

/** The login token of a Cookie header, or undefined. */
export function readLoginCookie(header: string | null | undefined): string | undefined {
  for (const pair of (header ?? "").split(";")) {
    const [name, value] = pair.trim().split("=", 2);
    if (name === LOGIN_COOKIE && value && value.length <= 256) return value;
  }
  return undefined;
}

/** A Set-Cookie value that keeps a login, or with null drops it. `secure` where people come by https. */
export function loginCookie(token: string | null, options: { secure: boolean }): string {
  const life = token === null ? 0 : LOGIN_SECONDS;
  const secure = options.secure ? "; Secure" : "";
  return `${LOGIN_COOKIE}=${token ?? ""}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${life}${secure}`;
}
