const SENTENCE =
  "The handler writes the ledger row before it calls the processor, so a timeout between the two leaves a pending row that the next retry does not recognise. ";

/** A document of about 30,000 characters with at least one paragraph for each typist; typist `i` writes in the `i`th. */
export function paragraphs(typists: number): string[] {
  const count = Math.max(typists, 100);
  const length = Math.floor(30_000 / count);
  return Array.from(
    { length: count },
    (_, i) => `${i} ${SENTENCE.repeat(3)}`.slice(0, length - 1).trim() + ".",
  );
}
