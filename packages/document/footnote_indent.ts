import type { Code, Construct, Extension, State, TokenType } from "micromark-util-types";

const LEFT_BRACKET = 91;
const INDENT = 4;
/** Not "linePrefix": what follows would take that for its own indent. */
const INDENT_TOKEN = "gfmFootnoteDefinitionIndent" as TokenType;

/**
 * A footnote goes on over blank lines and lines indented by four. The extension takes the indent of the footnote
 * around, or of a list item four wide, for that of the footnote inside; here each asks for its own, and on blank lines as well
 * (their other spaces may be those of code).
 */
export function guardFootnotes(extension: Extension): Extension {
  const found = extension.document?.[LEFT_BRACKET];
  const construct = Array.isArray(found) ? found[0] : found;
  if (!construct?.continuation) return extension;
  const guarded: Construct = {
    ...construct,
    continuation: { ...construct.continuation, tokenize: continueNote },
  };
  return { ...extension, document: { ...extension.document, [LEFT_BRACKET]: guarded } };
}

const continueNote: Construct["tokenize"] = (effects, ok, nok) =>
  effects.attempt(indent, ok, effects.check(blankLine, ok, nok));

const blankLine: Construct = {
  partial: true,
  tokenize(effects, ok, nok) {
    const after: State = (code) =>
      code === null || code === -5 || code === -4 || code === -3 ? ok(code) : nok(code);
    return spaces(effects, { type: "linePrefix", most: Infinity, after: (_, code) => after(code) });
  },
};

const indent: Construct = {
  partial: true,
  tokenize: (effects, ok, nok) =>
    spaces(effects, {
      type: INDENT_TOKEN,
      most: INDENT,
      after: (count, code) => (count === INDENT ? ok(code) : nok(code)),
    }),
};

function spaces(
  effects: Parameters<Construct["tokenize"]>[0],
  how: { type: TokenType; most: number; after: (count: number, code: Code) => ReturnType<State> },
): State {
  let count = 0;
  const more: State = (code) => {
    if (!isSpace(code) || count === how.most) {
      effects.exit(how.type);
      return how.after(count, code);
    }
    count++;
    effects.consume(code);
    return more;
  };
  return (code) => {
    if (!isSpace(code)) return how.after(0, code);
    effects.enter(how.type);
    return more(code);
  };
}

function isSpace(code: Code): boolean {
  return code === 32 || code === -1 || code === -2;
}
