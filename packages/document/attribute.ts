import type { AttributeSpec } from "prosemirror-model";

/** An attribute that must be one of `values`; the first is the default. */
export function oneOf(values: readonly (string | number | boolean | null)[]): AttributeSpec {
  return {
    default: values[0],
    validate(value: unknown) {
      if (!values.some((allowed) => allowed === value))
        throw new RangeError(`one of ${values.map(String).join(", ")} expected`);
    },
  };
}

/** A whole number from `least` to `most`; `least` is not the default, `initial` is. */
export function whole(limits: { least: number; most: number; initial: number }): AttributeSpec {
  return {
    default: limits.initial,
    validate(value: unknown) {
      if (!Number.isInteger(value) || Number(value) < limits.least || Number(value) > limits.most)
        throw new RangeError(`a whole number from ${limits.least} to ${limits.most} expected`);
    },
  };
}
