import { data } from "react-router";
import { z } from "zod";
import type { Route } from "./+types/preferences.ts";
import { languageCookie } from "../locales/i18n.ts";
import { themeCookie } from "./preference-cookies.ts";

const preference = z.object({
  theme: z.enum(["system", "light", "dark"]).optional(),
  language: z.enum(["en", "zh"]).optional(),
});

/** Keeps this browser's theme or language. Needs no login: the page that asks for a name has a language too. */
export async function action({ request }: Route.ActionArgs) {
  const parsed = preference.safeParse(Object.fromEntries(await request.formData()));
  if (!parsed.success) throw data(null, { status: 400 });
  const headers = new Headers();
  const { theme, language } = parsed.data;
  if (theme) headers.append("Set-Cookie", themeCookie(theme));
  if (language) headers.append("Set-Cookie", await languageCookie.serialize(language));
  return data({ ok: true }, { headers });
}
