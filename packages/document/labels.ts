import type { Node } from "prosemirror-model";
import { sameLabel } from "./nodes/footnote_reference.ts";
import { shortHash } from "./short_hash.ts";

/** What the reference labels of a document stand for, in the form of `sameLabel`; footnotes as `^label`. */
export type Labels = ReadonlyMap<string, string>;

const collected = new WeakMap<Node, readonly (readonly [string, string])[]>();

/** The first definition of a label counts. */
export function labelsOf(doc: Node): Labels {
  const labels = new Map<string, string>();
  for (const block of doc.children)
    for (const [label, meaning] of labelsDefinedIn(block)) if (!labels.has(label)) labels.set(label, meaning);
  return labels;
}

/** Whether anything in this block gives a label its meaning. */
export function definesLabels(block: Node): boolean {
  return labelsDefinedIn(block).length > 0;
}

const NONE: readonly (readonly [string, string])[] = [];

function labelsDefinedIn(block: Node): readonly (readonly [string, string])[] {
  if (block.isTextblock || block.type.name === "table") return NONE;
  const known = collected.get(block);
  if (known) return known;
  const found: (readonly [string, string])[] = [];
  const visit = (node: Node) => {
    if (node.type.name === "definition")
      found.push([sameLabel(node.attrs.label), JSON.stringify([node.attrs.href, node.attrs.title])]);
    if (node.type.name === "footnote_definition") found.push([footnoteKey(node.attrs.label), "footnote"]);
    return !node.isTextblock;
  };
  visit(block);
  block.descendants(visit);
  collected.set(block, found);
  return found;
}

export function footnoteKey(label: string): string {
  return `^${sameLabel(label)}`;
}

/** The labels that `source` could refer to, whether or not anything defines them. */
export function labelsIn(source: string): string[] {
  if (!source.includes("[")) return [];
  const labels = new Set<string>();
  for (const [, label = ""] of source.matchAll(/\[((?:[^[\]\\]|\\[\s\S])+)\]/g)) {
    const line = label.replace(/\n[ \t>]*/g, " ");
    labels.add(line.startsWith("^") ? footnoteKey(line.slice(1)) : sameLabel(line));
  }
  return [...labels];
}

/** Hash of what the labels in `source` stand for; undefined when it has none. */
export function labelsHash(source: string, labels: Labels): string | undefined {
  const found = labelsIn(source);
  if (found.length === 0) return undefined;
  return shortHash(found.map((label) => `${label}\n${labels.get(label) ?? ""}`).join("\n"));
}
