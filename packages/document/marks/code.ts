/** A code span: as many backticks as `text` needs, padded where it begins or ends with one or with spaces. */
export function printCode(text: string, cell: boolean): string {
  const runs = new Set((text.match(/`+/g) ?? []).map((run) => run.length));
  let size = 1;
  while (runs.has(size)) size++;
  const padded = /^`|`$|^ .*[^ ].* $/s.test(text) ? ` ${text} ` : text;
  const fence = "`".repeat(size);
  return fence + (cell ? padded.replace(/\|/g, "\\|") : padded) + fence;
}
