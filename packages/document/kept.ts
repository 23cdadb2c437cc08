/**
 * What a block remembers of the Markdown it was read from. It travels as an attribute, so it is in every step and
 * snapshot, and it is void by itself as soon as the block's content differs from what was read. Kept small: absent
 * where printing the block anew gives the same bytes, which is the usual case.
 */
export type Kept = {
  /** Hash of the node's type, attributes (without `kept`) and content when it was read. */
  hash: string;
  /** The block's own lines, where they differ from its fresh print. */
  source?: string;
  /** Hash of what the reference labels in `source` stood for; absent where it has none. */
  labels?: string;
  /** The lines between the block before and this one, where that is not one blank line (before the first: any). */
  gap?: string;
  /** Hash of the source of the block before; absent for the first block. */
  after?: string;
};

const TEXT_FIELDS = new Set(["source", "hash", "labels", "gap", "after"]);

/** The attribute every block type carries; null for a block nobody read from Markdown. Never rendered. */
export const keptAttribute = {
  kept: {
    default: null,
    validate(value: unknown) {
      if (value === null) return;
      if (typeof value !== "object") throw new RangeError("kept is an object or null");
      for (const [key, field] of Object.entries(value)) {
        if (!TEXT_FIELDS.has(key) || typeof field !== "string")
          throw new RangeError(`kept has no text field ${key}`);
      }
      if ("gap" in value && !/^\n?(?:[ \t]*\n)*$/.test(String(value.gap)))
        throw new RangeError("kept.gap is blank lines");
    },
  },
};
