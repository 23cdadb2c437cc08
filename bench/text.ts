/** Ordinary prose in Markdown of at least `bytes` bytes: headings, paragraphs with marks, lists, code and tables. */
export function prose({ bytes }: { bytes: number }): string {
  const parts: string[] = [];
  for (let i = 0, length = 0; length < bytes; i++) {
    const part = section(i);
    parts.push(part);
    length += part.length + 2;
  }
  return `${parts.join("\n\n")}\n`.slice(0, bytes);
}

function section(i: number): string {
  return [
    `## Section ${i}`,
    `The handler in \`src/charges/create-${i}.ts\` writes the ledger row *before* it calls the processor. A timeout between the two leaves a **pending** row that the next retry does not recognise; see [the review](https://example.org/${i}).`,
    `- Keys are accepted and logged, but never read.\n- Workers retry three times, two seconds apart.\n- The mobile client has sent a stable key since 4.${i}.`,
    `| Stage | Traffic | Hold |\n| --- | --- | --- |\n| Shadow ${i} | none | 3 days |\n| Pilot | 1 % | 2 days |`,
    "```ts\nexport const stage = " + String(i) + ";\n```",
  ].join("\n\n");
}
