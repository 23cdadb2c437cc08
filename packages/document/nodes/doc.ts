import type { NodeSpec } from "prosemirror-model";

/** The document. `tail` is what the file it was read from ended with, where that is not one newline. */
export const docSpec: NodeSpec = {
  content: "front_matter? block+",
  attrs: { tail: { default: null, validate: "string|null" } },
};
