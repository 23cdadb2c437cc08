import type { Blockquote, PhrasingContent } from "mdast";
import type { Node } from "prosemirror-model";
import { indentLines, type Printing } from "../printing.ts";
import type { Reading } from "../reading.ts";
import type { NodeSpec } from "prosemirror-model";
import { oneOf } from "../attribute.ts";
import { keptAttribute } from "../kept.ts";

export const CALLOUT_KINDS = ["note", "tip", "important", "warning", "caution"] as const;

/** What GitHub calls an alert: a quote whose first line is `[!NOTE]`. */
export const calloutSpec: NodeSpec = {
  content: "block+",
  group: "block",
  defining: true,
  attrs: { kind: oneOf(CALLOUT_KINDS), ...keptAttribute },
  parseDOM: [
    {
      tag: "aside[data-callout]",
      getAttrs: (dom) => {
        const kind = CALLOUT_KINDS.find((known) => known === dom.getAttribute("data-callout"));
        return kind ? { kind } : false;
      },
    },
  ],
  toDOM: (node) => ["aside", { "data-callout": node.attrs.kind }, 0],
};

const MARKER = /^\[!(note|tip|important|warning|caution)\][ \t]*(?:\n|$)/i;

/** The quote as a callout; null when its first line is no marker. */
export function readCallout(tree: Blockquote, reading: Reading): Node | null {
  const [first, ...rest] = tree.children;
  if (first?.type !== "paragraph") return null;
  const marker = MARKER.exec(reading.slice(first));
  const kind = marker?.[1]?.toLowerCase();
  if (!kind) return null;
  const content = withoutMarker(first.children, reading);
  const blocks = content.length === 0 ? [] : [{ ...first, children: content }];
  return reading.create("callout", { kind }, reading.blocks([...blocks, ...rest]));
}

/** The marker is text, or a link where the document defines its label: both end at the first line's end. */
function withoutMarker(children: readonly PhrasingContent[], reading: Reading): PhrasingContent[] {
  const [first, ...rest] = children;
  if (!first) return [];
  if (first.type !== "text") return first.type === "break" ? rest : withoutMarker(rest, reading);
  const end = first.value.indexOf("\n");
  if (end < 0) return withoutMarker(rest, reading);
  const value = first.value.slice(end + 1);
  return value === "" ? rest : [{ ...first, value, position: secondLine(first, reading) }, ...rest];
}

function secondLine(text: PhrasingContent, reading: Reading): PhrasingContent["position"] {
  const { position } = text;
  if (position?.start.offset === undefined) return position;
  const offset = position.start.offset + reading.slice(text).indexOf("\n") + 1;
  return { ...position, start: { ...position.start, offset } };
}

export function printCallout(node: Node, printing: Printing): string {
  const marker = `> [!${String(node.attrs.kind).toUpperCase()}]`;
  const content = printing.blocks(node);
  if (content === "") return marker;
  // The marker's line is a paragraph, which not every block may follow directly.
  const between = node.firstChild?.type.name === "paragraph" ? "\n" : "\n>\n";
  return marker + between + indentLines(content, { first: "> ", rest: "> " });
}
