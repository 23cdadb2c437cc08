import { headingSlug } from "../editor/heading-slug.ts";

/** A heading of the text, for the outline. `slug` is its address within the page. */
export type Heading = { text: string; level: number; slug: string };

/** Deepest level the outline lists. */
export const OUTLINE_DEPTH = 3;

/** Gives headings of one text their addresses: as GitHub makes it, numbered from the second on. */
export function withSlugs(headings: readonly { text: string; level: number }[]): Heading[] {
  const used = new Map<string, number>();
  return headings.map(({ text, level }) => {
    const base = headingSlug(text) || "section";
    const times = (used.get(base) ?? 0) + 1;
    used.set(base, times);
    return { text, level, slug: times === 1 ? base : `${base}-${times - 1}` };
  });
}

/** Depth in the outline, from 0: the highest level that occurs stands at the margin. */
export function depthOf(heading: Heading, headings: readonly Heading[]): number {
  return heading.level - Math.min(...headings.map(({ level }) => level));
}

/** The headings of a document as JSON, for the first paint. */
export function headingsOf(doc: unknown): Heading[] {
  const blocks = contentOf(doc);
  const headings = blocks.flatMap((block) => {
    const level: unknown = block.type === "heading" ? block.attrs?.["level"] : undefined;
    return typeof level === "number" && level <= OUTLINE_DEPTH ? [{ text: textOf(block).trim(), level }] : [];
  });
  return withSlugs(headings);
}

/** Whether the first block of a document as JSON is a heading of the first level that says exactly its title. */
export function startsWithTitle(doc: unknown, title: string): boolean {
  const [first] = contentOf(doc);
  return first?.type === "heading" && first.attrs?.["level"] === 1 && textOf(first).trim() === title;
}

type NodeJson = { type?: unknown; text?: unknown; attrs?: Record<string, unknown>; content?: unknown };

function contentOf(node: unknown): NodeJson[] {
  const content: unknown =
    typeof node === "object" && node !== null ? Reflect.get(node, "content") : undefined;
  return Array.isArray(content)
    ? content.filter((child): child is NodeJson => typeof child === "object")
    : [];
}

function textOf(node: NodeJson): string {
  if (typeof node.text === "string") return node.text;
  return contentOf(node).map(textOf).join("");
}
