import type { InlinePlace } from "./inline_place.ts";
import type { Node } from "prosemirror-model";
import { bareHolds } from "./bare_address.ts";
import { schema } from "./schema.ts";
import { beginsHtmlBlock } from "./nodes/html_block.ts";
import { flattenMarks, isSpan, nestMarks, type InlineTree } from "./inline_tree.ts";

const { nodes, marks } = schema;

const MAX_ROUNDS = 5;

/** `heading` is a `#` line: levels 3 to 6 have no form with a line end inside. */
export function placeOf(textblock: Node, parent: Node | null): InlinePlace {
  if (textblock.type === nodes.heading) return textblock.attrs.level <= 2 ? "setext" : "heading";
  return parent?.type === nodes.table_cell || parent?.type === nodes.table_header ? "cell" : "paragraph";
}

/**
 * The nearest content that Markdown can express in `place`. What it cannot: line ends in cells and `#` headings (a
 * soft one becomes a space; a hard one is `<br>`), a line end that begins or ends emphasis or stands beside another
 * or at the edge of a block, code marks over anything but text, empty links and maths, and a raw tag that would begin
 * an HTML block where it stands (it becomes text). Anything else is kept, if need be as a character reference.
 */
export function canonicalInline(content: readonly Node[], place: InlinePlace): readonly Node[] {
  if (content.every((node) => isSimple(node, place))) return content;
  const leaves = content.flatMap((node) => canonicalLeaf(node, place));
  let flat: readonly Node[] = leaves;
  // Moving a line end out of emphasis can put it beside another, and marks that overlapped then nest differently.
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const before = flat;
    flat = flattenMarks(breaksOutside(nestMarks(withoutIdleBreaks(flat, place))));
    if (before.length === flat.length && before.every((node, at) => flat[at]?.eq(node))) break;
  }
  return withBareAddresses(flat, place);
}

/** Text with at most one mark is as it should be wherever it stands; most text is that. */
function isSimple(node: Node, place: InlinePlace): boolean {
  if (!node.isText || node.marks.length > 1) return false;
  const mark = node.marks[0];
  if (!mark) return true;
  if (mark.type === marks.code) return place !== "cell" && !/[\r\n]/.test(node.text ?? "");
  return mark.attrs.bare !== true && !mark.attrs.nest;
}

function canonicalLeaf(node: Node, place: InlinePlace): Node[] {
  const code = marks.code?.isInSet(node.marks);
  if (node.isText) {
    if (!code) return [node];
    const text = (node.text ?? "").replace(/\r\n?|\n/g, " ");
    // In a cell `\|` is a pipe, so a pipe after an odd number of backslashes cannot be code there.
    const lost = place === "cell" && /(?<!\\)(?:\\\\)*\\\|/.test(text);
    return [schema.text(text, lost ? code.removeFromSet(node.marks) : node.marks)];
  }
  const plain = code ? node.mark(code.removeFromSet(node.marks)) : node;
  const oneLine = place === "cell" || place === "heading";
  switch (node.type.name) {
    case "soft_break":
      return oneLine ? [schema.text(" ", plain.marks)] : [plain];
    case "html_inline": {
      const source = canonicalTag(node.attrs.source, place);
      if (source === "") return [];
      if (oneLine && /^<br *\/?>$/i.test(source)) return [nodes.hard_break!.create(null, null, plain.marks)];
      // The link without text is not put into another link.
      const kept = source.startsWith("[")
        ? plain.marks.filter((mark) => mark.type !== marks.link)
        : plain.marks;
      return [nodes.html_inline!.create({ source }, null, kept)];
    }
    case "math_inline": {
      const source = canonicalTex(node.attrs.source, place);
      return source === "" ? [] : [nodes.math_inline!.create({ source }, null, plain.marks)];
    }
    default:
      return [plain];
  }
}

function canonicalTag(source: string, place: InlinePlace): string {
  if (place === "cell")
    return source.replace(/\r\n?|\n/g, " ").replace(/(?<!\\)((?:\\\\)*\\)\|/g, "$1&#124;");
  return place === "heading" ? source.replace(/\r\n?|\n/g, " ") : source;
}

function canonicalTex(source: string, place: InlinePlace): string {
  const line = source.replace(/\r\n?|\n/g, " ");
  return place === "cell" ? line.replace(/(?<!\\)((?:\\\\)*)\\\|/g, "$1\\Vert ") : line;
}

/** Line ends that Markdown would not read as such where they stand. */
function withoutIdleBreaks(leaves: readonly Node[], place: InlinePlace): Node[] {
  const kept: Node[] = [];
  const oneLine = place === "cell" || place === "heading";
  for (const leaf of leaves) {
    const before = kept.at(-1);
    const idle =
      leaf.type === nodes.soft_break &&
      (!before || before.type === nodes.soft_break || before.type === nodes.hard_break);
    if (idle) continue;
    if (leaf.type === nodes.math_inline && before?.type === nodes.math_inline && sameMarks(leaf, before))
      kept.push(schema.text(" ", leaf.marks));
    const lineStart = !before || (!oneLine && isBreak(before));
    if (lineStart && place !== "cell" && place !== "heading" && leaf.type === nodes.html_inline) {
      const next = leaves[leaves.indexOf(leaf) + 1];
      const alone = !next || isBreak(next);
      if (beginsHtmlBlock(leaf.attrs.source, { alone: alone && !before })) {
        if (before?.type === nodes.soft_break) kept[kept.length - 1] = schema.text(" ", before.marks);
        else {
          kept.push(schema.text(leaf.attrs.source, leaf.marks));
          continue;
        }
      }
    }
    kept.push(leaf);
  }
  if (!oneLine) while (kept.length > 0 && isBreak(kept.at(-1)!)) kept.pop();
  return kept;
}

function sameMarks(one: Node, other: Node): boolean {
  return one.marks.length === other.marks.length && one.marks.every((mark) => mark.isInSet(other.marks));
}

function isBreak(node: Node): boolean {
  return node.type === nodes.soft_break || node.type === nodes.hard_break;
}

/** Emphasis, strong and strikethrough neither begin nor end at a line end. */
function breaksOutside(trees: readonly InlineTree[]): InlineTree[] {
  return trees.flatMap((tree) => {
    if (!isSpan(tree)) return [tree];
    const children = breaksOutside(tree.children);
    const before: InlineTree[] = [];
    const after: InlineTree[] = [];
    if (tree.mark.type !== marks.link) {
      while (children.length > 0 && breakAt(children[0])) before.push(...children.splice(0, 1));
      while (children.length > 0 && breakAt(children.at(-1))) after.unshift(...children.splice(-1));
    }
    return children.length === 0
      ? [...before, ...after]
      : [...before, { mark: tree.mark, children }, ...after];
  });
}

function breakAt(tree: InlineTree | undefined): boolean {
  return tree !== undefined && !isSpan(tree) && isBreak(tree.node);
}

/** `bare` is said of a link only where a bare address would be read as that link. */
function withBareAddresses(flat: readonly Node[], place: InlinePlace): readonly Node[] {
  const link = marks.link!;
  if (!flat.some((node) => link.isInSet(node.marks)?.attrs.bare)) return flat;
  return flat.map((node, at) => {
    const mark = link.isInSet(node.marks);
    if (!mark?.attrs.bare) return node;
    if (bareHolds(node, { before: flat[at - 1], after: flat[at + 1], cell: place === "cell" })) return node;
    return node.mark(link.create({ ...mark.attrs, bare: false }).addToSet(mark.removeFromSet(node.marks)));
  });
}
