import type { Mark, Node } from "prosemirror-model";

/** The content of a textblock with its marks nested, as Markdown writes them. Code stays a mark of its leaf. */
export type InlineTree = Leaf | Span;
export type Leaf = { node: Node };
export type Span = { mark: Mark; children: InlineTree[] };

export function isSpan(tree: InlineTree): tree is Span {
  return "mark" in tree;
}

/** Nests flat content: at each point the mark that reaches furthest is outside; over the same text, see `orderOf`. */
export function nestMarks(nodes: readonly Node[]): InlineTree[] {
  if (nodes.every((node) => node.marks.length <= 1)) return nestSingly(nodes);
  return nestRange(nodes, { from: 0, to: nodes.length, open: [] });
}

/** The same for nodes of at most one mark: equal neighbours share it. */
function nestSingly(nodes: readonly Node[]): InlineTree[] {
  const trees: InlineTree[] = [];
  for (const node of nodes) {
    const mark = node.marks[0];
    const last = trees.at(-1);
    if (!mark || mark.type.name === "code") trees.push({ node });
    else if (last && isSpan(last) && last.mark.eq(mark)) last.children.push({ node: node.mark([]) });
    else trees.push({ mark, children: [{ node: node.mark([]) }] });
  }
  return trees;
}

function nestRange(nodes: readonly Node[], range: { from: number; to: number; open: Mark[] }): InlineTree[] {
  const trees: InlineTree[] = [];
  let at = range.from;
  while (at < range.to) {
    const node = nodes[at];
    if (!node) break;
    let widest: { mark: Mark; end: number } | null = null;
    for (const mark of node.marks) {
      if (mark.type.name === "code" || range.open.includes(mark) || mark.isInSet(range.open)) continue;
      let end = at + 1;
      while (end < range.to && mark.isInSet(nodes[end]?.marks ?? [])) end++;
      if (!widest || end > widest.end || (end === widest.end && orderOf(mark) < orderOf(widest.mark)))
        widest = { mark, end };
    }
    if (widest) {
      const children = nestRange(nodes, { from: at, to: widest.end, open: [...range.open, widest.mark] });
      trees.push({ mark: widest.mark, children });
      at = widest.end;
    } else {
      trees.push({ node: node.mark(node.marks.filter((mark) => mark.type.name === "code")) });
      at++;
    }
  }
  return trees;
}

const RANKS = ["link", "emphasis", "strong", "strike", "code"];

/** Of two marks over the same text the one with the lower order is outside. */
function orderOf(mark: Mark): number {
  return nestOf(mark) * RANKS.length + RANKS.indexOf(mark.type.name);
}

function nestOf(mark: Mark): number {
  return typeof mark.attrs.nest === "number" ? mark.attrs.nest : 0;
}

/** Flattens, numbering `nest` so that `nestMarks` gives the same tree back. */
export function flattenMarks(trees: readonly InlineTree[]): Node[] {
  const nodes: Node[] = [];
  flattenInto(nodes, trees, []);
  return nodes;
}

function flattenInto(nodes: Node[], trees: readonly InlineTree[], open: readonly Mark[]) {
  for (const tree of trees) {
    if (!isSpan(tree)) {
      const node = tree.node.mark(open.reduce((set, mark) => mark.addToSet(set), tree.node.marks));
      const last = nodes.at(-1);
      if (last?.isText && node.isText && last.sameMarkup(node))
        nodes[nodes.length - 1] = node.type.schema.text((last.text ?? "") + (node.text ?? ""), node.marks);
      else nodes.push(node);
      continue;
    }
    // A mark that cannot be told from one already open says nothing.
    if (tree.mark.type.name === "strike" && open.some((mark) => mark.type === tree.mark.type)) {
      flattenInto(nodes, tree.children, open);
      continue;
    }
    flattenInto(nodes, tree.children, [...open, numbered(tree, trees, { open, before: nodes.at(-1) })]);
  }
}

function numbered(
  span: Span,
  siblings: readonly InlineTree[],
  around: { open: readonly Mark[]; before: Node | undefined },
): Mark {
  const { type, attrs } = span.mark;
  if (!("nest" in attrs)) return span.mark;
  let nest = 0;
  for (const mark of around.open) if (mark.type === type) nest = Math.max(nest, nestOf(mark) + 1);
  // The only child covers the same text as its parent and must come after it in order.
  const parent = around.open.at(-1);
  if (parent && siblings.length === 1) {
    const beneath = RANKS.indexOf(type.name) > RANKS.indexOf(parent.type.name);
    nest = Math.max(nest, nestOf(parent) + (beneath ? 0 : 1));
  }
  let mark = type.create({ ...attrs, nest });
  while (around.before && mark.isInSet(around.before.marks)) mark = type.create({ ...attrs, nest: ++nest });
  return mark;
}
