import { InputRule, inputRules, textblockTypeInputRule, wrappingInputRule } from "prosemirror-inputrules";
import { schema } from "@chopin/document/schema";
import type { MarkType } from "prosemirror-model";
import { TextSelection } from "prosemirror-state";
import type { EditorState, Plugin } from "prosemirror-state";
import { findWrapping } from "prosemirror-transform";
import { safeAddress } from "../address.ts";
import { nodeType } from "../commands/blocks.ts";

const { strong, emphasis, strike, code, link } = schema.marks;

/** Markdown as it is typed becomes what it means; Backspace right after gives the typed characters back. */
export function markdownRules(): Plugin {
  return inputRules({ rules: [...blockRules(), ...markRules()] });
}

function blockRules(): InputRule[] {
  return [
    textblockTypeInputRule(/^(#{1,6})\s$/, nodeType("heading"), (match) => ({
      level: match[1]?.length ?? 1,
    })),
    wrappingInputRule(/^\s*[-+*]\s$/, nodeType("bullet_list")),
    wrappingInputRule(
      /^(\d{1,9})[.)]\s$/,
      nodeType("ordered_list"),
      (match) => ({ start: Number(match[1]) }),
      (match, node) => node.childCount + Number(node.attrs.start) === Number(match[1]),
    ),
    task(),
    wrappingInputRule(/^\s*>\s$/, nodeType("blockquote")),
    callout(),
    textblockTypeInputRule(/^```([^\s`]*)\s$/, nodeType("code_block"), (match) => ({
      language: match[1] || null,
    })),
    rule(),
  ];
}

function markRules(): InputRule[] {
  return [
    marked(/(?<![*\\])\*\*(?=\S)([^*]+)(?<=\S)\*\*$/, strong),
    marked(/(?<![\w_\\])__(?=\S)([^_]+)(?<=\S)__$/, strong),
    marked(/(?<![*\\])\*(?=\S)([^*]+)(?<=\S)\*$/, emphasis),
    marked(/(?<![\w_\\])_(?=\S)([^_]+)(?<=\S)_$/, emphasis),
    marked(/(?<![~\\])~~(?=\S)([^~]+)(?<=\S)~~$/, strike),
    marked(/(?<![`\\])`([^`]+)`$/, code),
    linked(),
  ];
}

/** `[ ] ` and `[x] ` at the start of an item or a paragraph. */
function task(): InputRule {
  return new InputRule(/^\[([ xX]?)\]\s$/, (state, match, start, end) => {
    const $start = state.doc.resolve(start);
    const checked = (match[1] ?? "").toLowerCase() === "x";
    const tr = state.tr.delete(start, end);
    if ($start.depth > 1 && $start.node(-1).type.name === "list_item") {
      return $start.index(-1) === 0 ? tr.setNodeAttribute($start.before(-1), "checked", checked) : null;
    }
    const range = tr.doc.resolve(start).blockRange();
    const wrapping = range && findWrapping(range, nodeType("bullet_list"));
    if (!range || !wrapping) return null;
    return tr.wrap(range, wrapping).setNodeAttribute(range.start + 1, "checked", checked);
  });
}

/** `[!NOTE]` on the first line of a quote makes it a callout of that kind. */
function callout(): InputRule {
  return new InputRule(/^\[!(note|tip|important|warning|caution)\]$/i, (state, match, start, end) => {
    const $start = state.doc.resolve(start);
    if ($start.depth < 2 || $start.node(-1).type.name !== "blockquote" || $start.index(-1) !== 0) return null;
    const tr = state.tr.delete(start, end);
    return tr.setNodeMarkup($start.before(-1), nodeType("callout"), { kind: match[1]?.toLowerCase() });
  });
}

/** `---`, `***` or `___` and a space, or the third dash of an otherwise empty paragraph. */
function rule(): InputRule {
  return new InputRule(/^(?:---|\*\*\*\s|___\s)$/, (state, _match, start, end) => {
    const $start = state.doc.resolve(start);
    if ($start.parent.type.name !== "paragraph" || end < $start.end() || $start.depth < 1) return null;
    const index = $start.index(-1);
    if (!$start.node(-1).canReplaceWith(index, index, nodeType("horizontal_rule"))) return null;
    const before = $start.before();
    const nodes = [nodeType("horizontal_rule").create(), nodeType("paragraph").create()];
    const tr = state.tr.replaceWith(before, $start.after(), nodes);
    return tr.setSelection(TextSelection.create(tr.doc, before + 2));
  });
}

function marked(pattern: RegExp, type: MarkType | undefined): InputRule {
  return new InputRule(
    pattern,
    (state, match, start, end) => {
      const text = match[1] ?? "";
      if (!type || !state.doc.resolve(start).parent.type.allowsMarkType(type)) return null;
      if (type !== code && inOpenCode(state, start)) return null;
      const from = start + match[0].indexOf(text);
      const to = from + text.length;
      const tr = state.tr;
      if (to < end) tr.delete(to, end);
      if (from > start) tr.delete(start, from);
      return tr.addMark(start, start + text.length, type.create()).removeStoredMark(type);
    },
    { inCodeMark: false },
  );
}

/** Whether a backtick waits for its fellow before `pos`: what is being typed there is code. */
function inOpenCode(state: EditorState, pos: number): boolean {
  const $pos = state.doc.resolve(pos);
  const before = $pos.parent.textBetween(0, $pos.parentOffset, null, "\ufffc");
  return before.split("`").length % 2 === 0;
}

/** `[text](address)`, when the address may be linked. */
function linked(): InputRule {
  return new InputRule(
    /(?<![!\\])\[([^[\]]+)\]\(([^\s()]+)\)$/,
    (state, match, start, end) => {
      const href = safeAddress(match[2] ?? "");
      const text = match[1] ?? "";
      if (href === null || !link) return null;
      const tr = state.tr.delete(start + 1 + text.length, end).delete(start, start + 1);
      return tr.addMark(start, start + text.length, link.create({ href })).removeStoredMark(link);
    },
    { inCodeMark: false },
  );
}
