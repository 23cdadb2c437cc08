/* oxlint-disable import/no-named-as-default-member -- the way fast-check is written everywhere */
import fc from "fast-check";
import type { Mark, Node } from "prosemirror-model";
import { schema } from "./schema.ts";

/** Documents of the whole schema, full of what Markdown could misread; for tests. */

const { nodes, marks } = schema;

const NASTY = [
  ..."*_[]<>&#\\`|~$:!-+=.()\"'/@ ^{}%",
  ..."*_`[ ~$",
  "\n", "\t", "\u00a0", "\u2028", "  ", "1.", "2)", "- ", "# ", "> ", "```", "~~~", "---", "===", "$$", "**", "__", "~~",
  "&amp;", "&#35;", "<b>", "</div>", "<!--", "-->", "https://a.b", "www.a.b", "c@d.ef", "http://", "[ ] ", "[x]", "[^a]", "[a]: b",
  "[!NOTE]", "| - |", ":-:", "+++", "é", "漢", "🎹", "م", "שלום", "\u200f", "…", "a", "b", "Z", "0", "7", "word",
]; // prettier-ignore

const text = fc
  .array(fc.constantFrom(...NASTY), { minLength: 1, maxLength: 5 })
  .map((parts) => parts.join(""));
const lines = fc
  .array(fc.constantFrom(...NASTY, "\n", "\n\n", "    "), { maxLength: 8 })
  .map((parts) => parts.join(""));
const address = fc.oneof(
  fc.constantFrom(
    "https://a.b/c?d=e&f",
    "/a b",
    "",
    "#x",
    "a(b",
    "a)b",
    "<x>",
    "mailto:c@d.ef",
    "http://www.a.b",
    "a\\*b",
    "x|y",
    "&copy;",
  ),
  text,
);
const title = fc.option(text);
const label = fc.constantFrom("a", "b", "A", "long-1", "é", "x\\]y");

const anyMark = fc.oneof(
  { weight: 4, arbitrary: fc.constant(marks.emphasis!.create()) },
  { weight: 4, arbitrary: fc.constant(marks.strong!.create()) },
  { weight: 2, arbitrary: fc.constant(marks.strike!.create()) },
  { weight: 2, arbitrary: fc.constant(marks.code!.create()) },
  {
    weight: 2,
    arbitrary: fc
      .record({ href: address, title, bare: fc.boolean() })
      .map((attrs) => marks.link!.create(attrs)),
  },
);
const markSet = fc
  .oneof(
    { weight: 3, arbitrary: fc.constant([] as Mark[]) },
    { weight: 3, arbitrary: fc.array(anyMark, { maxLength: 3 }) },
  )
  .map((list) => list.reduce((set, mark) => mark.addToSet(set), [] as readonly Mark[]));

const tag = fc.constantFrom(
  "<b>",
  "</b>",
  "<br>",
  "<br/>",
  "<div>",
  "<!-- c -->",
  '<a title="x|y">',
  "<?p?>",
  "<i\nj>",
  "[](x)",
);
const leaf: fc.Arbitrary<Node> = fc.oneof(
  { weight: 12, arbitrary: text.map((value) => schema.text(value)) },
  { weight: 2, arbitrary: fc.constant(0).map(() => nodes.soft_break!.create()) },
  { weight: 1, arbitrary: fc.constant(0).map(() => nodes.hard_break!.create()) },
  { weight: 1, arbitrary: tag.map((source) => nodes.html_inline!.create({ source })) },
  { weight: 1, arbitrary: text.map((source) => nodes.math_inline!.create({ source })) },
  {
    weight: 1,
    arbitrary: fc
      .record({ src: address, alt: fc.oneof(text, fc.constant("")), title })
      .map((attrs) => nodes.image!.create(attrs)),
  },
  { weight: 1, arbitrary: label.map((value) => nodes.footnote_reference!.create({ label: value })) },
);
const inline = fc.array(
  fc.tuple(leaf, markSet).map(([node, set]) => node.mark(set)),
  { maxLength: 6 },
);

const paragraph = inline.map((content) => nodes.paragraph!.create(null, content));
const heading = fc
  .tuple(fc.integer({ min: 1, max: 6 }), inline)
  .map(([level, content]) => nodes.heading!.create({ level }, content));
const code = fc
  .tuple(fc.option(text), fc.option(text), lines)
  .map(([language, meta, value]) =>
    nodes.code_block!.create({ language, meta }, value === "" ? null : schema.text(value)),
  );
const math = fc
  .tuple(fc.option(text), lines)
  .map(([meta, value]) => nodes.math_block!.create({ meta }, value === "" ? null : schema.text(value)));
const html = fc
  .oneof(
    fc.constantFrom(
      "<div>\nx\n</div>",
      "<!-- a\n\nb -->",
      "<b>",
      "<!-- open",
      "<?x",
      "<script>\n\n1",
      "<details>",
    ),
    lines,
  )
  .map((value) => nodes.html_block!.create(null, value === "" ? null : schema.text(value)));
const definition = fc.record({ label, href: address, title }).map((attrs) => nodes.definition!.create(attrs));
const cell = inline.map((content) => nodes.paragraph!.create(null, content));
const table = fc
  .array(
    fc.array(fc.tuple(fc.constantFrom(null, "left", "center", "right"), cell), {
      minLength: 1,
      maxLength: 3,
    }),
    { minLength: 1, maxLength: 3 },
  )
  .map((rows) =>
    nodes.table!.create(
      null,
      rows.map((cells, index) =>
        nodes.table_row!.create(
          null,
          cells.map(([align, content]) =>
            (index === 0 ? nodes.table_header! : nodes.table_cell!).create({ align }, content),
          ),
        ),
      ),
    ),
  );

const leafBlock: fc.Arbitrary<Node> = fc.oneof(
  { weight: 8, arbitrary: paragraph },
  { weight: 2, arbitrary: heading },
  code,
  math,
  html,
  definition,
  table,
  fc.constant(0).map(() => nodes.horizontal_rule!.create()),
);

const block: fc.Arbitrary<Node> = fc.letrec<{ block: Node; blocks: Node[] }>((tie) => ({
  blocks: fc.array(tie("block"), { minLength: 1, maxLength: 3 }),
  block: fc.oneof(
    { depthSize: "small", maxDepth: 3 },
    { weight: 6, arbitrary: leafBlock },
    { weight: 1, arbitrary: tie("blocks").map((content) => nodes.blockquote!.create(null, content)) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom("note", "tip", "caution"), tie("blocks"))
        .map(([kind, content]) => nodes.callout!.create({ kind }, content)),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(label, tie("blocks"))
        .map(([value, content]) => nodes.footnote_definition!.create({ label: value }, content)),
    },
    {
      weight: 3,
      arbitrary: fc
        .tuple(
          fc.constantFrom("bullet_list", "ordered_list"),
          fc.boolean(),
          fc.constantFrom(1, 0, 2, 9, 999_999_999),
          fc.array(fc.tuple(fc.constantFrom(null, null, true, false), tie("blocks")), {
            minLength: 1,
            maxLength: 3,
          }),
        )
        .map(([type, tight, start, items]) =>
          nodes[type]!.create(
            type === "ordered_list" ? { tight, start } : { tight },
            items.map(([checked, content]) => nodes.list_item!.create({ checked }, content)),
          ),
        ),
    },
  ),
})).block;

const frontMatter = fc
  .tuple(fc.constantFrom("yaml", "toml"), lines)
  .map(([language, value]) =>
    nodes.front_matter!.create({ language }, value === "" ? null : schema.text(value)),
  );

export const arbitraryDocument: fc.Arbitrary<Node> = fc
  .tuple(fc.option(frontMatter, { freq: 8 }), fc.array(block, { minLength: 1, maxLength: 4 }))
  .map(([front, blocks]) => nodes.doc!.create(null, front ? [front, ...blocks] : blocks));

export const arbitraryParagraph: fc.Arbitrary<Node> = fc
  .oneof({ weight: 3, arbitrary: paragraph }, heading, table)
  .map((one) => nodes.doc!.create(null, one));
