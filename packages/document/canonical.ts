import { Fragment, type Node } from "prosemirror-model";
import { maySitUnder } from "./adjacent.ts";
import { canonicalInline, placeOf } from "./canonical_inline.ts";
import { footnoteKey, labelsOf } from "./labels.ts";
import { htmlBlockOf } from "./nodes/html_block.ts";
import { schema } from "./schema.ts";

const { nodes } = schema;

/**
 * The nearest document that Markdown can express, which is what printing and parsing again gives. Beside the rules of
 * `canonicalInline`: empty paragraphs, which Markdown has no way to write, are dropped unless they stand alone; a task
 * begins with a paragraph; a list is tight only where its blocks may touch, loose only where something is between;
 * a table's first row is its header, every row as wide as the widest; HTML that is none is shown as code, and an
 * unclosed one is closed unless it ends the document; a reference to no footnote is text.
 */
export function canonicalDocument(doc: Node): Node {
  const labels = labelsOf(doc);
  const defined = (label: string) => labels.has(footnoteKey(label));
  const children = canonicalChildren(doc.children, { defined, parent: doc });
  const body = children.some((child) => child.type !== nodes.front_matter)
    ? children
    : [...children, empty()];
  return doc.type.create({ tail: null }, body);
}

/** `defined` tells whether the document defines a footnote of this label. */
type Around = { defined: (label: string) => boolean; parent: Node | null };

function canonicalChildren(children: readonly Node[], around: Around): Node[] {
  const blocks = children.map((child) => canonicalBlock(child, around));
  const task = around.parent?.type === nodes.list_item && around.parent.attrs.checked !== null;
  const said = blocks.filter(
    (block, index) => !isIdle(block) || (task && index === 0 && block.type === nodes.paragraph),
  );
  const ends = around.parent?.type === nodes.doc ? said.length - 1 : said.length;
  const closed = said.map((block, index) => (index < ends ? closedHtml(block) : block));
  const marked = around.parent?.type === nodes.list_item || around.parent?.type === nodes.footnote_definition;
  if (marked && closed[0]?.type === nodes.html_block) closed[0] = unindented(closed[0]);
  if (task && closed[0]?.type !== nodes.paragraph) closed.unshift(empty());
  return closed.length > 0 || around.parent?.type === nodes.doc ? closed : [empty()];
}

function empty(): Node {
  return nodes.paragraph!.create();
}

/** A block that prints as nothing. */
export function isIdle(block: Node): boolean {
  return (block.type === nodes.paragraph || block.type === nodes.html_block) && block.content.size === 0;
}

/** One block, its content made canonical, `kept` dropped. */
export function canonicalBlock(node: Node, around: Around): Node {
  switch (node.type) {
    case nodes.paragraph:
    case nodes.heading:
      return fresh(node, {}, canonicalText(node, around));
    case nodes.code_block:
      return fresh(node, infoOf(node), plain(node.textContent));
    case nodes.math_block:
      return fresh(node, { meta: trimmed(node.attrs.meta) }, plain(node.textContent));
    case nodes.html_block:
      return canonicalHtml(node);
    case nodes.front_matter:
      return fresh(node, {}, plain(withoutFence(node)));
    case nodes.bullet_list:
    case nodes.ordered_list:
      return canonicalList(node, around);
    case nodes.table:
      return canonicalTable(node, around);
    case nodes.horizontal_rule:
    case nodes.definition:
      return fresh(node, {}, []);
    default:
      return fresh(node, {}, canonicalChildren(node.children, { ...around, parent: node }));
  }
}

function fresh(node: Node, attrs: Record<string, unknown>, content: readonly Node[]): Node {
  if (content === node.children && !node.attrs.kept) return node;
  const kept = "kept" in node.attrs ? { kept: null } : {};
  return node.type.create({ ...node.attrs, ...attrs, ...kept }, Fragment.fromArray([...content]));
}

function plain(text: string): Node[] {
  const lines = text.replace(/\r\n?/g, "\n");
  return lines === "" ? [] : [schema.text(lines)];
}

function canonicalText(node: Node, around: Around): readonly Node[] {
  return canonicalInline(withoutLooseReferences(node, around), placeOf(node, around.parent));
}

function withoutLooseReferences(node: Node, around: Around): readonly Node[] {
  const loose = (child: Node) =>
    child.type === nodes.footnote_reference && !around.defined(child.attrs.label);
  if (!node.children.some(loose)) return node.children;
  const content = node.children.map((child) =>
    loose(child) ? schema.text(`[^${child.attrs.label}]`, child.marks) : child,
  );
  return Fragment.fromArray(content).content;
}

function infoOf(node: Node): Record<string, unknown> {
  const language = trimmed(node.attrs.language);
  const meta = trimmed(node.attrs.meta);
  if (language !== null || meta === null) return { language, meta };
  const [, first = meta, rest = ""] = /^(\S+)\s*([\s\S]*)$/.exec(meta) ?? [];
  return { language: first, meta: rest === "" ? null : rest };
}

function trimmed(text: string | null): string | null {
  const inner = text?.replace(/^[\s]+|[\s]+$/g, "") ?? "";
  return inner === "" ? null : inner;
}

function canonicalHtml(node: Node): Node {
  const text = node.textContent.replace(/\r\n?/g, "\n").replace(/^(?:[ \t]*\n)+|\n+[ \t]*$/g, "");
  if (text === "") return nodes.html_block!.create();
  if (htmlBlockOf(text)) return nodes.html_block!.create(null, schema.text(text));
  return nodes.code_block!.create({ language: "html" }, schema.text(text));
}

/** An HTML block that runs on until it is closed, closed: something comes after it. */
export function closedHtml(block: Node): Node {
  if (block.type !== nodes.html_block) return block;
  const closer = htmlBlockOf(block.textContent)?.closer;
  return closer ? block.type.create(null, schema.text(`${block.textContent}\n${closer}`)) : block;
}

/** Spaces after the marker of an item are the marker's. */
function unindented(block: Node): Node {
  const text = block.textContent.replace(/^[ \t]+/, "");
  return block.type.create(null, text === "" ? null : schema.text(text));
}

/** Front matter ends at its first fence line, so a line inside that looks like one is set off by a space. */
function withoutFence(node: Node): string {
  const fence = node.attrs.language === "toml" ? /^(?=\+\+\+[ \t]*$)/gm : /^(?=---[ \t]*$)/gm;
  return node.textContent.replace(/\r\n?/g, "\n").replace(fence, " ");
}

function canonicalList(node: Node, around: Around): Node {
  const items = node.children.map((item) => canonicalBlock(item, { ...around, parent: node }));
  const tight = node.attrs.tight
    ? items.every((item) => touching(item.children))
    : items.length === 1 && items[0]?.childCount === 1;
  return fresh(node, { tight }, items);
}

function touching(blocks: readonly Node[]): boolean {
  return blocks.every((block, index) => {
    const before = blocks[index - 1];
    return !before || maySitUnder(before, block);
  });
}

function canonicalTable(node: Node, around: Around): Node {
  const width = Math.max(1, ...node.children.map((row) => row.childCount));
  const header = node.firstChild;
  const rows = node.children.map((row, index) => {
    const cells = Array.from({ length: width }, (_, column) => {
      const cell = column < row.childCount ? row.child(column) : null;
      const align = header && column < header.childCount ? header.child(column).attrs.align : null;
      const type = index === 0 ? nodes.table_header! : nodes.table_cell!;
      const paragraph = cell?.firstChild ?? empty();
      return type.create({ align }, canonicalBlock(paragraph, { ...around, parent: type.create() }));
    });
    return row.type.create(null, cells);
  });
  return fresh(node, {}, rows);
}
