import type { InitOptions } from "i18next";
import type en from "./en/index.ts";

/** What server and browser must agree on, so that both render the same words. */
export const i18nOptions = {
  fallbackLng: "en",
  defaultNS: "common",
  // React escapes.
  interpolation: { escapeValue: false },
  showSupportNotice: false,
} satisfies InitOptions & { showSupportNotice?: boolean };

// Keys are checked by the compiler: English is the source, the other languages are held to it by a test.
declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "common";
    resources: typeof en;
  }
}
