import { initReactI18next } from "react-i18next";
import { createCookie } from "react-router";
import { createI18nextMiddleware } from "remix-i18next";
import en from "./en/index.ts";
import { LANGUAGES } from "./languages.ts";
import { i18nOptions } from "./options.ts";
import zh from "./zh/index.ts";

const YEAR = 60 * 60 * 24 * 365;

/** The language a person chose; without it the browser's Accept-Language decides. */
export const languageCookie = createCookie("lng", { path: "/", sameSite: "lax", maxAge: YEAR });

/** Finds the language of each request, for loaders and for the server render. */
export const [i18nMiddleware, getLocale, getI18n] = createI18nextMiddleware({
  detection: {
    supportedLanguages: [...LANGUAGES],
    fallbackLanguage: "en",
    cookie: languageCookie,
    order: ["cookie", "header"],
  },
  i18next: { ...i18nOptions, resources: { en, zh } },
  plugins: [initReactI18next],
});
