import type { Math } from "mdast-util-math";
import type { Node } from "prosemirror-model";
import { characterReference } from "../character.ts";
import { fenceFor } from "../printing.ts";
import type { Reading } from "../reading.ts";
import type { NodeSpec } from "prosemirror-model";
import { keptAttribute } from "../kept.ts";

/** TeX between `$$` lines, as text content. */
export const mathBlockSpec: NodeSpec = {
  content: "text*",
  group: "block",
  marks: "",
  code: true,
  defining: true,
  attrs: { meta: { default: null, validate: "string|null" }, ...keptAttribute },
  parseDOM: [{ tag: "div[data-math-block]", preserveWhitespace: "full" }],
  toDOM: () => ["div", { "data-math-block": "" }, 0],
};

export function readMath(tree: Math, reading: Reading): Node {
  return reading.create("math_block", { meta: tree.meta ?? null }, reading.text(tree.value));
}

export function printMathBlock(node: Node): string {
  const text = node.textContent;
  const fence = fenceFor(text, "$", 2);
  const meta = node.attrs.meta === null ? "" : ` ${escapeMeta(node.attrs.meta)}`;
  return text === "" ? `${fence}${meta}\n${fence}` : `${fence}${meta}\n${text}\n${fence}`;
}

function escapeMeta(meta: string): string {
  return meta
    .replace(/\\/g, "\\\\")
    .replace(/&(?=#?[A-Za-z0-9]+;)/g, "\\&")
    .replace(/[$\r\n]/g, characterReference);
}
