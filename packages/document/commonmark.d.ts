/** Neither package brings types; these are the parts the tests use. */
declare module "commonmark" {
  export class Parser {
    parse(source: string): unknown;
  }
  export class HtmlRenderer {
    render(tree: unknown): string;
  }
}

declare module "commonmark-spec" {
  export const tests: { number: number; markdown: string; html: string; section: string }[];
}
