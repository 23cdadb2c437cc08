import type { Root } from "mdast";
import type { Extension as TreeExtension } from "mdast-util-from-markdown";
import type { Extension } from "micromark-util-types";
import remarkFrontmatter from "remark-frontmatter";
import remarkGfm from "remark-gfm";
import remarkMath from "remark-math";
import remarkParse from "remark-parse";
import { unified, type Processor } from "unified";
import { guardMathText } from "./math_text.ts";

const processor = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkMath)
  .use(remarkFrontmatter, ["yaml", "toml"])
  .use(exact)
  .freeze();

/** The Markdown tree of a whole text, with positions. */
export function parseTree(source: string): Root {
  return processor.parse(source);
}

/**
 * Two corrections. remark-gfm looks for addresses once more in text that was already read, where an escape no longer
 * shows, so `https\://a.b` would become a link; and remark-math takes the prices of "$5 to $10" for maths.
 */
function exact(this: Processor) {
  const data = this.data() as {
    micromarkExtensions: Extension[];
    fromMarkdownExtensions: (TreeExtension | TreeExtension[])[];
  };
  data.micromarkExtensions = data.micromarkExtensions.map(guardMathText);
  data.fromMarkdownExtensions = data.fromMarkdownExtensions
    .flat()
    .map((extension) => Object.assign({}, extension, { transforms: [] }));
}
