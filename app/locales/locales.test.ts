import { expect, test } from "vitest";
import en from "./en/index.ts";
import zh from "./zh/index.ts";

const NAMESPACES = Object.keys(en) as (keyof typeof en)[];
const words = (language: typeof en | typeof zh, namespace: keyof typeof en): Record<string, string> =>
  language[namespace];

const holes = (text: string) =>
  [...text.matchAll(/\{\{(\w+)\}\}|<(\w+)/g)].map((match) => match[1] ?? match[2]);

test.each(NAMESPACES)("%s leaves the same holes in both languages", (namespace) => {
  for (const [key, text] of Object.entries(words(zh, namespace))) {
    const other = words(en, namespace)[key];
    if (other !== undefined)
      expect([...new Set(holes(text))].sort(), key).toEqual([...new Set(holes(other))].sort());
  }
});

test("no sentence ends in an exclamation mark", () => {
  for (const language of [en, zh]) {
    for (const namespace of NAMESPACES) {
      for (const [key, text] of Object.entries(words(language, namespace)))
        expect(text, key).not.toMatch(/[!！]/);
    }
  }
});
