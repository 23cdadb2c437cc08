import type { Definition } from "mdast";
import type { Node } from "prosemirror-model";
import { printAddress, printDestination } from "../address_print.ts";
import type { Reading } from "../reading.ts";
import type { NodeSpec } from "prosemirror-model";
import { keptAttribute } from "../kept.ts";

/** A link reference definition, `[label]: href "title"`. `label` is as written, escapes included. */
export const definitionSpec: NodeSpec = {
  group: "block",
  attrs: {
    label: {
      validate(value: unknown) {
        if (
          typeof value !== "string" ||
          value.length > 999 ||
          !/^(?:[^[\]\\\n]|\\.)+$/.test(value) ||
          !/\S/.test(value)
        )
          throw new RangeError("a reference label is text without bare brackets");
      },
    },
    href: { default: "", validate: "string" },
    title: { default: null, validate: "string|null" },
    ...keptAttribute,
  },
  parseDOM: [
    {
      tag: "pre[data-definition]",
      priority: 60,
      getAttrs: (dom) => ({
        label: dom.getAttribute("data-definition"),
        href: dom.getAttribute("data-href") ?? "",
        title: dom.getAttribute("data-title"),
      }),
    },
  ],
  toDOM: (node) => [
    "pre",
    { "data-definition": node.attrs.label, "data-href": node.attrs.href, "data-title": node.attrs.title },
    `[${node.attrs.label}]: ${node.attrs.href}${node.attrs.title === null ? "" : ` "${node.attrs.title}"`}`,
  ],
};

const LABEL = /^\[((?:[^[\]\\]|\\[\s\S])+)\]:/;

export function readDefinition(tree: Definition, reading: Reading): Node {
  const label = LABEL.exec(reading.slice(tree))?.[1] ?? tree.label ?? tree.identifier;
  return reading.create("definition", {
    label: plainLabel(label),
    href: tree.url,
    title: tree.title ?? null,
  });
}

/** On one line, without the marks of the quote or list it stood in. */
function plainLabel(label: string): string {
  return label.replace(/\s*\n[\s>]*/g, " ").trim();
}

export function printDefinition(node: Node): string {
  const { label, href, title } = node.attrs;
  return `[${label}]: ${title === null ? printDestination(href, true) : printAddress(href, { title, cell: false })}`;
}
