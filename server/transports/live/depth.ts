/**
 * True for plain data that nests more than `most` deep. Looked for before anything that would follow the nesting by
 * calling itself: what parses as JSON may be deeper than a call stack.
 */
export function nestsDeeper(data: unknown, most: number): boolean {
  let level: object[] = isObject(data) ? [data] : [];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth >= most) return true;
    level = level.flatMap((one) => Object.values(one).filter(isObject));
  }
  return false;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
