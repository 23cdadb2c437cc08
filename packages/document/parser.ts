import type { Root } from "mdast";
import type { Extension as TreeExtension } from "mdast-util-from-markdown";
import type { Extension } from "micromark-util-types";
import remarkFrontmatter from "remark-frontmatter";
import remarkGfm from "remark-gfm";
import remarkMath from "remark-math";
import remarkParse from "remark-parse";
import { unified, type Processor } from "unified";
import { guardFootnotes } from "./footnote_indent.ts";
import { lazyLimit } from "./lazy_limit.ts";
import { guardMathText } from "./math_text.ts";
import "./near_edits.ts";
import { textLimit } from "./text_limit.ts";

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
 * Corrections. remark-gfm looks for addresses once more in text that was already read, where an escape no longer
 * shows, so `https\://a.b` would become a link; see `math_text.ts` and `footnote_indent.ts` for the others.
 */
function exact(this: Processor) {
  const data = this.data() as {
    micromarkExtensions: Extension[];
    fromMarkdownExtensions: (TreeExtension | TreeExtension[])[];
  };
  data.micromarkExtensions = data.micromarkExtensions.map((extension) =>
    guardFootnotes(guardMathText(extension)),
  );
  data.micromarkExtensions.push(textLimit(), lazyLimit());
  data.fromMarkdownExtensions = data.fromMarkdownExtensions
    .flat()
    .map((extension) => Object.assign({}, extension, { transforms: [] }));
}
