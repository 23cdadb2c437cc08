/** What CommonMark's rules for emphasis ask of a character; "unsure" where readers disagree (outside the BMP). */
export type CharacterClass = "space" | "punctuation" | "other" | "unsure";

/** Class of a character; an empty string is the edge of a block, which counts as white space. */
export function classOf(character: string): CharacterClass {
  if (character === "" || /\s/u.test(character)) return "space";
  if (character.length > 1 || /[\ud800-\udfff]/.test(character)) return "unsure";
  return /[\p{P}\p{S}]/u.test(character) ? "punctuation" : "other";
}

export function firstCharacter(text: string): string {
  const point = text.codePointAt(0);
  return point === undefined ? "" : String.fromCodePoint(point);
}

export function lastCharacter(text: string): string {
  const unit = text.slice(-1);
  return /[\udc00-\udfff]/.test(unit) ? text.slice(-2) : unit;
}

/** `&#x20;`: means the character itself wherever text is read, whatever stands beside it. */
export function characterReference(character: string): string {
  return `&#x${(character.codePointAt(0) ?? 0xfffd).toString(16).toUpperCase()};`;
}
