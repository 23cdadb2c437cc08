import type { Node } from "prosemirror-model";
import type { Reading } from "../reading.ts";
import type { NodeSpec } from "prosemirror-model";
import { oneOf } from "../attribute.ts";
import { keptAttribute } from "../kept.ts";

/** YAML between `---` lines or TOML between `+++` lines at the very start, as text content; opaque. */
export const frontMatterSpec: NodeSpec = {
  content: "text*",
  marks: "",
  code: true,
  defining: true,
  attrs: { language: oneOf(["yaml", "toml"]), ...keptAttribute },
  parseDOM: [
    {
      tag: "pre[data-front-matter]",
      preserveWhitespace: "full",
      priority: 60,
      getAttrs: (dom) => ({ language: dom.getAttribute("data-front-matter") === "toml" ? "toml" : "yaml" }),
    },
  ],
  toDOM: (node) => ["pre", { "data-front-matter": node.attrs.language }, 0],
};

export function readFrontMatter(tree: { type: string; value: string }, reading: Reading): Node {
  return reading.create(
    "front_matter",
    { language: tree.type === "toml" ? "toml" : "yaml" },
    reading.text(tree.value),
  );
}

export function printFrontMatter(node: Node): string {
  const fence = node.attrs.language === "toml" ? "+++" : "---";
  const text = node.textContent;
  return text === "" ? `${fence}\n${fence}` : `${fence}\n${text}\n${fence}`;
}
