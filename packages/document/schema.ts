import { Schema } from "prosemirror-model";
import { codeSpec, emphasisSpec, linkSpec, strikeSpec, strongSpec } from "./marks/marks.ts";
import { blockquoteSpec } from "./nodes/blockquote.ts";
import { bulletListSpec } from "./nodes/bullet_list.ts";
import { calloutSpec } from "./nodes/callout.ts";
import { codeBlockSpec } from "./nodes/code_block.ts";
import { definitionSpec } from "./nodes/definition.ts";
import { docSpec } from "./nodes/doc.ts";
import { footnoteDefinitionSpec } from "./nodes/footnote_definition.ts";
import { footnoteReferenceSpec } from "./nodes/footnote_reference.ts";
import { frontMatterSpec } from "./nodes/front_matter.ts";
import { hardBreakSpec } from "./nodes/hard_break.ts";
import { headingSpec } from "./nodes/heading.ts";
import { horizontalRuleSpec } from "./nodes/horizontal_rule.ts";
import { htmlBlockSpec } from "./nodes/html_block.ts";
import { htmlInlineSpec } from "./nodes/html_inline.ts";
import { imageSpec } from "./nodes/image.ts";
import { listItemSpec } from "./nodes/list_item.ts";
import { mathBlockSpec } from "./nodes/math_block.ts";
import { mathInlineSpec } from "./nodes/math_inline.ts";
import { orderedListSpec } from "./nodes/ordered_list.ts";
import { paragraphSpec } from "./nodes/paragraph.ts";
import { softBreakSpec } from "./nodes/soft_break.ts";
import { tableCellSpec, tableHeaderSpec, tableRowSpec, tableSpec } from "./nodes/table.ts";

/**
 * Everything a document may hold. Pure data: no DOM is touched until a view or a parser is given one. A change here
 * that an older page cannot read raises SCHEMA_VERSION in the protocol.
 */
export const schema = new Schema({
  nodes: {
    doc: docSpec,
    // The first block type is what ProseMirror fills an empty document with.
    paragraph: paragraphSpec,
    heading: headingSpec,
    blockquote: blockquoteSpec,
    callout: calloutSpec,
    bullet_list: bulletListSpec,
    ordered_list: orderedListSpec,
    list_item: listItemSpec,
    code_block: codeBlockSpec,
    math_block: mathBlockSpec,
    horizontal_rule: horizontalRuleSpec,
    table: tableSpec,
    table_row: tableRowSpec,
    table_header: tableHeaderSpec,
    table_cell: tableCellSpec,
    html_block: htmlBlockSpec,
    definition: definitionSpec,
    footnote_definition: footnoteDefinitionSpec,
    front_matter: frontMatterSpec,
    text: { group: "inline" },
    hard_break: hardBreakSpec,
    soft_break: softBreakSpec,
    image: imageSpec,
    math_inline: mathInlineSpec,
    html_inline: htmlInlineSpec,
    footnote_reference: footnoteReferenceSpec,
  },
  marks: {
    link: linkSpec,
    emphasis: emphasisSpec,
    strong: strongSpec,
    strike: strikeSpec,
    code: codeSpec,
  },
});
