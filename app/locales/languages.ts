export type Language = "en" | "zh";

export const LANGUAGES: readonly Language[] = ["en", "zh"];

/** How each language calls itself: the same in every language, so it is no string to translate. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: "English", zh: "简体中文" };

/** BCP 47 tag for `<html lang>` and for dates and numbers. */
export const LANGUAGE_TAGS: Record<Language, string> = { en: "en-GB", zh: "zh-CN" };

/** The language a tag or cookie means; English when it is none of ours. */
export function languageOf(tag: string | null | undefined): Language {
  return tag?.toLowerCase().startsWith("zh") ? "zh" : "en";
}
