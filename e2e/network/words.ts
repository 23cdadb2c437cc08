import type { Typist } from "./typist.ts";

let count = 0;

/** A word that nobody wrote before. */
export function newWord(): string {
  count += 1;
  return ` w${count}.`;
}

/** The words that do not stand exactly once in this person's text, with how often they do. */
export function astray({ text }: Typist, words: readonly string[]): [string, number][] {
  return words
    .map((word): [string, number] => [word, text.split(word).length - 1])
    .filter(([, times]) => times !== 1);
}

/** True once everybody is in, has nothing unsaved, and shows the same. */
export function agreed(typists: readonly Typist[]): boolean {
  return typists.every(
    ({ joined, saving, text }) => joined && saving === "saved" && text === typists[0]?.text,
  );
}
