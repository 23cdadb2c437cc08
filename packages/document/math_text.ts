import type { Code, Construct, Extension, State, TokenizeContext, Tokenizer } from "micromark-util-types";

const DOLLAR = 36;

/**
 * Inline maths as `$…$` with the rule that keeps prices prose: after a single opening dollar comes no white space,
 * before the closing one neither, and after it no digit. Two dollars and more take anything between.
 */
export function guardMathText(extension: Extension): Extension {
  const text = { ...extension.text };
  const found = text[DOLLAR];
  const construct = Array.isArray(found) ? found[0] : found;
  if (!construct) return extension;
  text[DOLLAR] = { ...construct, tokenize: guarded(construct) };
  return { ...extension, text };
}

function guarded(construct: Construct): Tokenizer {
  return function tokenize(this: TokenizeContext, effects, ok, nok) {
    let size = 0;
    let opened = false;
    let before: Code = null;
    const seen: typeof effects = {
      ...effects,
      consume(code) {
        if (!opened && code === DOLLAR) size++;
        before = code;
        effects.consume(code);
      },
    };
    const accept: State = (code) => (size === 1 && isDigit(code) ? nok(code) : ok(code));
    const inner = construct.tokenize.call(this, seen, accept, nok);
    return watch(inner);

    function watch(state: State): State {
      return (code) => {
        if (!opened && size > 0 && code !== DOLLAR) {
          opened = true;
          if (size === 1 && isSpace(code)) return nok(code);
        } else if (opened && size === 1 && code === DOLLAR && isSpace(before)) return nok(code);
        const next = state(code);
        return next ? watch(next) : next;
      };
    }
  };
}

function isSpace(code: Code): boolean {
  return code === null || code < 0 || code === 32;
}

function isDigit(code: Code): boolean {
  return code !== null && code >= 48 && code <= 57;
}
