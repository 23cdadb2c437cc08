import type { NodeSpec } from "prosemirror-model";

/** The document. `tail` is what the file it was read from ended with, where that is not one newline. */
export const docSpec: NodeSpec = {
  content: "front_matter? block+",
  attrs: { tail: { default: null, validate: blank } },
};

function blank(tail: unknown) {
  if (tail !== null && (typeof tail !== "string" || /[^ \t\n]/.test(tail)))
    throw new RangeError("tail is white space or null");
}
