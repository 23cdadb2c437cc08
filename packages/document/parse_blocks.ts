import type { Node } from "prosemirror-model";
import type { Kept } from "./kept.ts";
import { TooDeep } from "./depth.ts";
import { labelsIn, labelsOf } from "./labels.ts";
import { parseMarkdown } from "./markdown.ts";
import { printAddress, printDestination } from "./address_print.ts";

/**
 * The blocks that `source` means inside `doc`: the document's link definitions and footnotes count. Unless it will be
 * `first` in the document, a `---` at its start is a rule and no front matter.
 */
export function parseBlocks(
  source: string,
  inside: { doc: Node; first: boolean },
): { ok: true; nodes: Node[] } | { ok: false; detail: string } {
  const before = preamble(source, inside);
  try {
    const children = parseMarkdown(before.text + source).children.slice(before.blocks);
    const nodes = children.filter((node) => node.type.name !== "paragraph" || node.childCount > 0);
    return { ok: true, nodes: nodes.map((node, index) => (index === 0 ? atStart(node) : node)) };
  } catch (error) {
    if (error instanceof TooDeep) return { ok: false, detail: error.message };
    throw error;
  }
}

/** Blocks to parse in front of `source`: what its labels stand for in the document, then a rule to end the last. */
function preamble(source: string, inside: { doc: Node; first: boolean }): { text: string; blocks: number } {
  const labels = labelsOf(inside.doc);
  const lines: string[] = [];
  for (const label of labelsIn(source)) {
    const meaning = labels.get(label);
    if (meaning === undefined) continue;
    if (meaning === "footnote") lines.push(`[${label}]: -`);
    else {
      const [href, title]: [string, string | null] = JSON.parse(meaning);
      const address =
        title === null ? printDestination(href, true) : printAddress(href, { title, cell: false });
      lines.push(`[${label}]: ${address}`);
    }
  }
  if (lines.length === 0 && (inside.first || !/^(?:---|\+\+\+)/.test(source))) return { text: "", blocks: 0 };
  return { text: `${[...lines, "___"].join("\n\n")}\n\n`, blocks: lines.length + 1 };
}

/** What came before in `source` is no gap in the document. */
function atStart(node: Node): Node {
  const kept: Kept | null = node.attrs.kept;
  if (!kept) return node;
  const { gap: _gap, after: _after, ...rest } = kept;
  return node.type.create({ ...node.attrs, kept: rest.source === undefined ? null : rest }, node.content);
}
