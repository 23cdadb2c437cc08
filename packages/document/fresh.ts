import type { Node } from "prosemirror-model";
import { canonicalBlock, closedHtml, isIdle } from "./canonical.ts";
import { footnoteKey, type Labels } from "./labels.ts";
import { printPlain } from "./inline_plain.ts";
import { printBlock } from "./print.ts";

type Context = { labels: Labels; alternate: boolean; index: number; last: boolean };

const remembered = new WeakMap<Node, { plain?: string; alternate?: string }>();

/** A block printed from its content alone; remembered for its node where nothing else has a say in it. */
export function freshSource(node: Node, context: Context): string {
  // Most of a document; printing it again costs less than remembering it.
  const plain = node.type.name === "paragraph" ? printPlain(node.children) : null;
  if (plain !== null) return plain;
  const key = context.alternate ? "alternate" : "plain";
  const known = remembered.get(node)?.[key];
  if (known !== undefined) return known;
  let alone =
    node.type.name !== "html_block" && !(node.type.name === "horizontal_rule" && context.index === 0);
  const defined = (label: string) => {
    alone = false;
    return context.labels.has(footnoteKey(label));
  };
  const canonical = canonicalBlock(node, { defined, parent: null });
  const source = isIdle(canonical)
    ? ""
    : printBlock(context.last ? canonical : closedHtml(canonical), { ...context, defined });
  if (alone) remembered.set(node, { ...remembered.get(node), [key]: source });
  return source;
}
