import { createContext, redirect } from "react-router";
import type { RouterContextProvider } from "react-router";
import type { Services } from "../server/services.ts";
import type { Authenticated } from "../server/accounts/accounts.ts";
import type { Visit } from "../server/transports/web.ts";

/** The modules' front doors: the one window through which routes reach the server. */
export const servicesContext = createContext<Services>();

/** What belongs to one request: the nonce of its policy, who asks, and the login cookie. */
export const visitContext = createContext<Visit>();

type Context = Readonly<RouterContextProvider>;

/** Who asks, or null where no login is known. */
export function findPerson(context: Context): Promise<Authenticated | null> {
  return context.get(visitContext).login();
}

/**
 * Who asks. Without a login the page that asks for a name is shown first and leads back here: throws a
 * redirect to `/-/welcome?to=…`.
 */
export async function requirePerson(context: Context, request: Request): Promise<Authenticated> {
  const login = await findPerson(context);
  if (login) return login;
  const { pathname, search } = new URL(request.url);
  // A background revalidation asks for `….data`; the person should come back to the page itself.
  const to = pathname.replace(/[.]data$/, "") + (request.method === "GET" ? search : "");
  throw redirect(to === "/" ? "/-/welcome" : `/-/welcome?to=${encodeURIComponent(to)}`);
}
