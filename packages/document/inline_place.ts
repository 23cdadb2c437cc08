/** The kind of textblock: what Markdown can say in it differs. */
export type InlinePlace = "paragraph" | "setext" | "heading" | "cell";
