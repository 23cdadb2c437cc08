import type { Nodes, PhrasingContent } from "mdast";
import type { Mark, Node } from "prosemirror-model";
import { printAddress } from "./address_print.ts";
import { canonicalInline } from "./canonical_inline.ts";
import type { InlinePlace } from "./inline_place.ts";
import { flattenMarks, type InlineTree } from "./inline_tree.ts";
import { sameLabel } from "./nodes/footnote_reference.ts";
import { schema } from "./schema.ts";

type Context = {
  place: InlinePlace;
  definitions: ReadonlyMap<string, { url: string; title: string | null }>;
  slice: (node: Nodes) => string;
};

const { nodes, marks } = schema;

/** Inline content from its tree, references resolved. */
export function readInline(children: readonly PhrasingContent[], context: Context): readonly Node[] {
  return canonicalInline(flattenMarks(children.flatMap((child) => readOne(child, context))), context.place);
}

function readOne(tree: PhrasingContent, context: Context): InlineTree[] {
  switch (tree.type) {
    case "text":
      return readText(tree, context);
    case "emphasis":
      return span(marks.emphasis!.create(), tree.children, context);
    case "strong":
      return span(marks.strong!.create(), tree.children, context);
    case "delete":
      return span(marks.strike!.create(), tree.children, context);
    case "inlineCode":
      return tree.value === "" ? [] : [{ node: schema.text(tree.value, [marks.code!.create()]) }];
    case "break":
      return [{ node: nodes.hard_break!.create() }];
    case "html":
      return [{ node: nodes.html_inline!.create({ source: inCell(tree.value, context) }) }];
    case "inlineMath":
      return [{ node: nodes.math_inline!.create({ source: inCell(tree.value, context) }) }];
    case "footnoteReference":
      return [{ node: nodes.footnote_reference!.create({ label: context.slice(tree).slice(2, -1) }) }];
    case "link": {
      const bare = !/^[[<]/.test(context.slice(tree));
      const title = tree.title ?? null;
      // A mark needs something to mark: a link without text stays as it is written.
      if (tree.children.length === 0)
        return [
          {
            node: nodes.html_inline!.create({
              source: `[](${printAddress(tree.url, { title, cell: false })})`,
            }),
          },
        ];
      const attrs = { href: tree.url, title, bare };
      return span(marks.link!.create(attrs), tree.children, context);
    }
    case "linkReference": {
      const { url: href, title } = found(tree.identifier, context);
      return span(marks.link!.create({ href, title }), tree.children, context);
    }
    case "image":
      return image({ src: tree.url, alt: tree.alt ?? "", title: tree.title ?? null });
    case "imageReference": {
      const { url: src, title } = found(tree.identifier, context);
      return image({ src, alt: tree.alt ?? "", title });
    }
    default:
      return [{ node: schema.text(context.slice(tree) || "\ufffd") }];
  }
}

function span(mark: Mark, children: readonly PhrasingContent[], context: Context): InlineTree[] {
  return [{ mark, children: children.flatMap((child) => readOne(child, context)) }];
}

function image(attrs: { src: string; alt: string; title: string | null }): InlineTree[] {
  return [{ node: nodes.image!.create(attrs) }];
}

function found(identifier: string, context: Context) {
  return context.definitions.get(sameLabel(identifier)) ?? { url: "", title: null };
}

/** The pipes of a cell are unescaped in whatever stands in it (GFM 0.29, "Tables (extension)"). */
function inCell(source: string, context: Context): string {
  return context.place === "cell"
    ? source.replace(/\\([\\|])/g, (all, one) => (one === "|" ? "|" : all))
    : source;
}

/**
 * A line end in the source is a soft break; one written as a character reference is a character. The tree has both as
 * "\n", so where the counts differ the source decides.
 */
function readText(tree: PhrasingContent & { type: "text" }, context: Context): InlineTree[] {
  const pieces = tree.value.split("\n");
  if (pieces.length === 1) return [{ node: schema.text(tree.value) }];
  const source = context.slice(tree);
  const literal = lineEndsOf(source, pieces.length - 1);
  const trees: InlineTree[] = [];
  for (const [index, piece] of pieces.entries()) {
    const soft = literal[index - 1] === true;
    const text = index > 0 && !soft ? `\n${piece}` : piece;
    if (soft) trees.push({ node: nodes.soft_break!.create() });
    if (text !== "") trees.push({ node: schema.text(text) });
  }
  return trees;
}

/** For each line end in the text, whether it stands in the source as one. */
function lineEndsOf(source: string, count: number): boolean[] {
  const kinds: boolean[] = [];
  for (const found of source.matchAll(/\n|&(?:#0*10|#[xX]0*[aA]|NewLine);/g)) kinds.push(found[0] === "\n");
  return kinds.length === count ? kinds : Array.from({ length: count }, () => true);
}
