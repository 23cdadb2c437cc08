import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { filesBelow } from "./sources.ts";

const LANGUAGES = ["en", "zh"];
/** i18next's plural endings (Unicode CLDR); Chinese has `other` only. */
const PLURAL = /_(zero|one|two|few|many|other)$/;

/**
 * What is wrong with the translations: a key one language lacks, a key the code asks for that no language has, and
 * a key that the code never names. A key built at run time counts as used when its fixed beginning is written out
 * before a `${`.
 */
export function checkLocales(root: string): string[] {
  const [first, ...others] = LANGUAGES.map((language) => ({ language, keys: keysOf(root, language) }));
  if (!first || first.keys.size === 0) return ["no translations were found"];
  const faults: string[] = [];
  for (const { language, keys } of others) {
    for (const key of first.keys) if (!keys.has(key)) faults.push(`${language} lacks ${key}`);
    for (const key of keys) if (!first.keys.has(key)) faults.push(`${first.language} lacks ${key}`);
  }
  const { exact, beginnings } = namedIn(root);
  for (const key of first.keys) {
    const bare = key.slice(key.indexOf(":") + 1);
    const named = [key, bare].some(
      (form) => exact.has(form) || beginnings.some((start) => form.startsWith(start)),
    );
    if (!named) faults.push(`nothing uses ${key}`);
  }
  return faults;
}

/** `namespace:key`, without plural endings. */
function keysOf(root: string, language: string): Set<string> {
  const folder = path.join(root, "app/locales", language);
  const files = readdirSync(folder).filter((file) => file.endsWith(".json"));
  return new Set(
    files.flatMap((file) => {
      const words: unknown = JSON.parse(readFileSync(path.join(folder, file), "utf8"));
      return flattened(words, "").map((key) => `${file.slice(0, -5)}:${key.replace(PLURAL, "")}`);
    }),
  );
}

function flattened(words: unknown, before: string): string[] {
  if (typeof words !== "object" || words === null) return [before];
  return Object.entries(words).flatMap(([name, inner]) =>
    flattened(inner, before ? `${before}.${name}` : name),
  );
}

/** Everything between quotes in the page's code, and what stands before a `${` in a template. */
function namedIn(root: string): { exact: Set<string>; beginnings: string[] } {
  const exact = new Set<string>();
  const beginnings = new Set<string>();
  for (const file of filesBelow(root, "app").filter((name) => /[.]tsx?$/.test(name))) {
    const code = readFileSync(path.join(root, file), "utf8");
    for (const [, text] of code.matchAll(/["'`]([\w.:-]+)["'`]/g)) exact.add(text ?? "");
    for (const [, text] of code.matchAll(/`([\w:-]+[.\w:-]*?[.:_])\$\{/g)) beginnings.add(text ?? "");
  }
  return { exact, beginnings: [...beginnings] };
}
