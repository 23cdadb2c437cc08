import type { Nodes, PhrasingContent, RootContent } from "mdast";
import type { Node } from "prosemirror-model";
import type { InlinePlace } from "./inline_place.ts";

/** What a block type is given to read its Markdown tree into nodes. */
export type Reading = {
  create(type: string, attrs?: Record<string, unknown>, content?: readonly Node[]): Node;
  text(value: string): Node[];
  blocks(children: readonly RootContent[]): Node[];
  inline(children: readonly PhrasingContent[], place: InlinePlace): readonly Node[];
  /** The node's part of the source, as it stands. */
  slice(node: Nodes): string;
  /** A line of the source, counted from one. */
  line(number: number): string;
};
