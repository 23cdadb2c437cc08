import type { Node } from "prosemirror-model";
import type { NodeSpec } from "prosemirror-model";

/** `$source$`: TeX inside a line. */
export const mathInlineSpec: NodeSpec = {
  inline: true,
  group: "inline",
  atom: true,
  attrs: { source: { validate: "string" } },
  parseDOM: [
    { tag: "span[data-math]", getAttrs: (dom) => ({ source: dom.getAttribute("data-math") ?? "" }) },
  ],
  toDOM: (node) => ["span", { "data-math": node.attrs.source }, node.attrs.source],
  leafText: (node) => node.attrs.source,
};

/** One dollar where that is read back as maths, else as many as the source needs; see `math_text.ts`. */
export function printMathInline(source: string, options: { cell: boolean; next: Node | undefined }): string {
  const digit = options.next?.isText === true && /^\d/.test(options.next.text ?? "");
  const single = !source.includes("$") && !/^\s|\s$/.test(source) && !digit;
  const runs = new Set((source.match(/\$+/g) ?? []).map((run) => run.length));
  let size = single ? 1 : 2;
  while (runs.has(size)) size++;
  const padded = /^\$|\$$|^ .*[^ ].* $/s.test(source) ? ` ${source} ` : source;
  const fence = "$".repeat(size);
  return fence + (options.cell ? padded.replace(/\|/g, "\\|") : padded) + fence;
}
