import { schema } from "@chopin/document/schema";
import type { DOMOutputSpec, Mark, Node } from "prosemirror-model";
import { domOf } from "./views/spec.ts";
import type { EditorWords } from "./words.ts";

/**
 * The document as HTML for the first paint, without a DOM: what the live editor will show, to the pixel. Every text
 * and attribute is escaped here, and nothing of the document becomes a tag, so the result is safe to set as it is.
 * Throws for JSON that is not a document of this schema.
 */
export function staticHtml(docJson: unknown, words: EditorWords): string {
  return content(schema.nodeFromJSON(docJson), words);
}

const VOID = new Set(["br", "hr", "img", "input"]);

function content(node: Node, words: EditorWords): string {
  if (!node.inlineContent)
    return node.children.map((child) => html(domOf(child, words), () => content(child, words))).join("");
  const text = inline(node.children, 0, words);
  // The editor keeps an empty line open with a break, and so does this.
  return text === "" || node.textContent.endsWith("\n") ? `${text}<br>` : text;
}

/** Inline content with its marks, neighbours that share a mark inside one element of it. */
function inline(nodes: readonly Node[], depth: number, words: EditorWords): string {
  let out = "";
  for (let i = 0; i < nodes.length;) {
    const node = nodes[i];
    if (!node) break;
    const mark = node.marks[depth];
    if (!mark) {
      out += node.isText ? escape(node.text ?? "") : html(domOf(node, words), () => "");
      i += 1;
      continue;
    }
    const end = endOfRun(nodes, i, depth, mark);
    const run = nodes.slice(i, end);
    const spec = mark.type.spec.toDOM?.(mark, true);
    out += spec ? html(spec, () => inline(run, depth + 1, words)) : inline(run, depth + 1, words);
    i = end;
  }
  return out;
}

function endOfRun(nodes: readonly Node[], start: number, depth: number, mark: Mark): number {
  const rest = nodes.slice(start + 1).findIndex((node) => !node.marks[depth]?.eq(mark));
  return rest < 0 ? nodes.length : start + 1 + rest;
}

function html(spec: DOMOutputSpec, hole: () => string): string {
  if (typeof spec === "string") return escape(spec);
  if (!Array.isArray(spec)) throw new Error("only descriptions of DOM can be printed");
  const [name, second, ...rest] = spec as readonly unknown[];
  const named = isAttributes(second);
  const tag = String(name).split(" ").at(-1) ?? "";
  const children = (named ? rest : [second, ...rest]).filter(
    (child) => child !== undefined && child !== null,
  );
  const open = `<${tag}${named ? attributes(second) : ""}>`;
  if (VOID.has(tag)) return open;
  const inner = children.map((child) => (child === 0 ? hole() : html(child as DOMOutputSpec, hole))).join("");
  return `${open}${inner}</${tag}>`;
}

function attributes(all: Record<string, unknown>): string {
  return Object.entries(all)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => ` ${name}="${escape(String(value))}"`)
    .join("");
}

function isAttributes(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}
