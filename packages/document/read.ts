import type { Nodes, Root, RootContent } from "mdast";
import { Fragment, type Node } from "prosemirror-model";
import { readInline } from "./inline_read.ts";
import { readBlockquote } from "./nodes/blockquote.ts";
import { readList } from "./nodes/bullet_list.ts";
import { readCode } from "./nodes/code_block.ts";
import { readDefinition } from "./nodes/definition.ts";
import { readFootnoteDefinition } from "./nodes/footnote_definition.ts";
import { readFrontMatter } from "./nodes/front_matter.ts";
import { readHeading } from "./nodes/heading.ts";
import { readRule } from "./nodes/horizontal_rule.ts";
import { readHtml } from "./nodes/html_block.ts";
import { readListItem } from "./nodes/list_item.ts";
import { readMath } from "./nodes/math_block.ts";
import { readParagraph } from "./nodes/paragraph.ts";
import { readTable } from "./nodes/table.ts";
import type { Reading } from "./reading.ts";
import { schema } from "./schema.ts";
import { sameLabel } from "./nodes/footnote_reference.ts";

/** The blocks of a tree, one node each, in order. */
export function readBlocks(tree: Root, source: string): Node[] {
  const definitions = new Map<string, { url: string; title: string | null }>();
  collectDefinitions(tree, definitions);
  const lines = source.split("\n");
  const reading: Reading = {
    create: (type, attrs = {}, content = []) =>
      schema.nodes[type]!.create(attrs, content.length === 0 ? null : Fragment.fromArray([...content])),
    text: (value) => (value === "" ? [] : [schema.text(value)]),
    blocks: (children) => {
      const nodes = children.map((child) => readBlock(child, reading));
      return nodes.length > 0 ? nodes : [schema.nodes.paragraph!.create()];
    },
    inline: (children, place) => readInline(children, { place, definitions, slice: reading.slice }),
    line: (number) => lines[number - 1] ?? "",
    slice: (node) => source.slice(node.position?.start.offset ?? 0, node.position?.end.offset ?? 0),
  };
  return tree.children.map((child) => readBlock(child, reading));
}

function readBlock(tree: RootContent, reading: Reading): Node {
  switch (tree.type) {
    case "paragraph":
      return readParagraph(tree, reading);
    case "heading":
      return readHeading(tree, reading);
    case "blockquote":
      return readBlockquote(tree, reading);
    case "list":
      return readList(tree, reading);
    case "listItem":
      return readListItem(tree, reading);
    case "code":
      return readCode(tree, reading);
    case "math":
      return readMath(tree, reading);
    case "thematicBreak":
      return readRule(tree, reading);
    case "table":
      return readTable(tree, reading);
    case "html":
      return readHtml(tree, reading);
    case "definition":
      return readDefinition(tree, reading);
    case "footnoteDefinition":
      return readFootnoteDefinition(tree, reading);
    case "yaml":
      return readFrontMatter(tree, reading);
    default:
      if ((tree as { type: string }).type === "toml")
        return readFrontMatter(tree as unknown as { type: string; value: string }, reading);
      return reading.create("paragraph", {}, reading.text(reading.slice(tree)));
  }
}

/** The first definition of a label counts. */
function collectDefinitions(tree: Nodes, into: Map<string, { url: string; title: string | null }>) {
  if (tree.type === "definition") {
    const key = sameLabel(tree.identifier);
    if (!into.has(key)) into.set(key, { url: tree.url, title: tree.title ?? null });
  } else if (
    "children" in tree &&
    tree.type !== "paragraph" &&
    tree.type !== "table" &&
    tree.type !== "heading"
  )
    for (const child of tree.children) collectDefinitions(child, into);
}
