import { startTransition, StrictMode } from "react";
import { setNonce } from "get-nonce";
import { createInstance } from "i18next";
import { hydrateRoot } from "react-dom/client";
import { I18nextProvider, initReactI18next } from "react-i18next";
import { HydratedRouter } from "react-router/dom";
import { languageOf } from "./locales/languages.ts";
import { i18nOptions } from "./locales/options.ts";

/** The words the server rendered with; only the one language is fetched. */
async function loadWords() {
  const language = languageOf(document.documentElement.lang);
  const words =
    language === "zh" ? await import("./locales/zh/index.ts") : await import("./locales/en/index.ts");
  const i18n = createInstance();
  await i18n
    .use(initReactI18next)
    .init({ ...i18nOptions, lng: language, resources: { [language]: words.default } });
  return i18n;
}

// Dialogs lock scrolling with a style element of their own; it needs the nonce of this page's policy.
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
if (nonce) setNonce(nonce);

const i18n = await loadWords();
// What locks the scrolling behind a dialog writes a style element; this is where it looks for the policy's nonce.
Object.assign(globalThis, {
  __webpack_nonce__: document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce,
});
startTransition(() => {
  hydrateRoot(
    document,
    <I18nextProvider i18n={i18n}>
      <StrictMode>
        <HydratedRouter />
      </StrictMode>
    </I18nextProvider>,
  );
});
