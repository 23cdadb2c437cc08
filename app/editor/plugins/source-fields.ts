import { NodeSelection, Plugin } from "prosemirror-state";
import type { Command, EditorState } from "prosemirror-state";
import type { Node } from "prosemirror-model";
import type { EditorView } from "prosemirror-view";
import { typedAddress } from "../address.ts";
import { linkAt, removeLink, setLink } from "../commands/marks.ts";
import { definitionText } from "../views/spec.ts";
import type { EditorWords } from "../words.ts";
import { openField } from "./field.ts";

/** Mod-k: the address of the link at the caret or of the selected text. */
export function editLink(words: EditorWords): Command {
  return (state, dispatch, view) => {
    if (!state.selection.$from.parent.type.allowsMarkType(state.schema.marks.link!)) return false;
    if (!dispatch || !view) return true;
    const existing = linkAt(state);
    const { from, to } = existing ?? state.selection;
    openField(view, words, {
      from,
      to,
      label: words.linkAddress,
      value: existing?.href ?? "",
      apply: (typed) => {
        if (typed.trim() === "")
          return removeLink(view.state, view.dispatch) || existing === null ? null : words.linkRefused;
        const href = typedAddress(typed);
        return href !== null && setLink({ href })(view.state, view.dispatch) ? null : words.linkRefused;
      },
      ...(existing && {
        remove: { label: words.linkRemove, run: () => removeLink(view.state, view.dispatch) },
        open: {
          label: words.linkOpen,
          run: (typed: string) => {
            const href = typedAddress(typed);
            if (href && /^(?:https?|mailto):/i.test(href)) window.open(href, "_blank", "noopener,noreferrer");
          },
        },
      }),
    });
    return true;
  };
}

/**
 * Nodes whose source is an attribute (formulas and HTML inside a line, link definitions, images) are edited in
 * a field: Enter on the selected node, or a double click.
 */
export function sourceFields(words: EditorWords): Plugin {
  return new Plugin({
    props: {
      handleDoubleClickOn: (view, _pos, node, nodePos) => editSource(view, words, { node, pos: nodePos }),
      handleKeyDown: (view, event) => {
        const { selection } = view.state;
        if (event.key !== "Enter" || event.isComposing || !(selection instanceof NodeSelection)) return false;
        return editSource(view, words, { node: selection.node, pos: selection.from });
      },
    },
  });
}

type Source = {
  label: (words: EditorWords) => string;
  value: (node: Node) => string;
  attrs: (typed: string) => object | null;
};

const SOURCES: Readonly<Record<string, Source>> = {
  math_inline: {
    label: (words) => words.mathSource,
    value: (node) => node.attrs.source,
    attrs: sourceAttribute,
  },
  html_inline: {
    label: (words) => words.htmlSource,
    value: (node) => node.attrs.source,
    attrs: sourceAttribute,
  },
  image: { label: (words) => words.imageText, value: (node) => node.attrs.alt, attrs: (alt) => ({ alt }) },
  definition: {
    label: (words) => words.definitionSource,
    value: definitionText,
    attrs: definitionAttributes,
  },
};

function editSource(view: EditorView, words: EditorWords, at: { node: Node; pos: number }): boolean {
  const source = SOURCES[at.node.type.name];
  if (!source || !view.editable) return false;
  openField(view, words, {
    from: at.pos,
    to: at.pos + at.node.nodeSize,
    label: source.label(words),
    value: source.value(at.node),
    apply: (typed) => {
      const attrs = source.attrs(typed);
      const pos = placeOf(view.state, at);
      if (attrs === null || pos === null) return words.sourceRefused;
      view.dispatch(view.state.tr.setNodeMarkup(pos, null, { ...at.node.attrs, ...attrs }));
      return null;
    },
  });
  return true;
}

/** Where the node is by now: others may have written before it while its field was open. */
function placeOf(state: EditorState, at: { node: Node; pos: number }): number | null {
  if (at.pos < state.doc.content.size && state.doc.nodeAt(at.pos)?.eq(at.node)) return at.pos;
  const found: number[] = [];
  state.doc.descendants((node, pos) => {
    if (node === at.node) found.push(pos);
    return found.length === 0;
  });
  return found[0] ?? null;
}

function sourceAttribute(source: string): object | null {
  return source.trim() === "" ? null : { source };
}

function definitionAttributes(typed: string): object | null {
  const match = /^\[((?:[^[\]\\]|\\.)+)\]:\s*(\S+)(?:\s+"([^"]*)")?\s*$/.exec(typed);
  return match ? { label: match[1], href: match[2], title: match[3] ?? null } : null;
}
