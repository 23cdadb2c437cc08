import { baseKeymap, chainCommands, createParagraphNear } from "prosemirror-commands";
import { redo, undo } from "../collab/undo.ts";
import { undoInputRule } from "prosemirror-inputrules";
import { keymap } from "prosemirror-keymap";
import type { Command, Plugin } from "prosemirror-state";
import * as blocks from "../commands/blocks.ts";
import * as code from "../commands/code.ts";
import * as lists from "../commands/lists.ts";
import * as marks from "../commands/marks.ts";
import { enterShorthand } from "../commands/shorthand.ts";
import * as tables from "../commands/tables.ts";

/** A line end inside a paragraph, item or cell. */
const breakLine: Command = (state, dispatch) => {
  if (code.inCode(state)) return code.newlineInCode(state, dispatch);
  const hardBreak = blocks.nodeType("hard_break");
  const { $from } = state.selection;
  if (!$from.parent.inlineContent || !$from.parent.canReplaceWith($from.index(), $from.index(), hardBreak))
    return false;
  dispatch?.(state.tr.replaceSelectionWith(hardBreak.create()).scrollIntoView());
  return true;
};

/** Every key of the text. `Mod` is ⌘ on Apple machines and Ctrl elsewhere. */
export function editingKeys(options: { editLink: Command }): Plugin[] {
  return [
    keymap({
      "Mod-b": marks.toggleStrong,
      "Mod-i": marks.toggleEmphasis,
      "Mod-e": marks.toggleCode,
      "Mod-Shift-x": marks.toggleStrike,
      "Mod-k": options.editLink,
      "Mod-Alt-0": blocks.toParagraph,
      "Mod-Alt-1": blocks.toggleHeading({ level: 1 }),
      "Mod-Alt-2": blocks.toggleHeading({ level: 2 }),
      "Mod-Alt-3": blocks.toggleHeading({ level: 3 }),
      "Mod-Shift-7": lists.toggleList({ kind: "ordered" }),
      "Mod-Shift-8": lists.toggleList({ kind: "bullet" }),
      "Mod-Shift-9": lists.toggleList({ kind: "task" }),
      "Mod-Shift-b": blocks.toggleQuote,
      "Mod-Alt-c": blocks.toggleCodeBlock,
      "Mod-z": undo,
      "Mod-Shift-z": redo,
      "Mod-y": redo,
    }),
    keymap({
      Enter: chainCommands(
        code.newlineInCode,
        tables.enterInTable,
        enterShorthand,
        lists.enterInList,
        blocks.leaveEmptyLine,
      ),
      "Shift-Enter": breakLine,
      "Mod-Enter": chainCommands(
        code.leaveCode,
        lists.toggleTask,
        createParagraphNear,
        blocks.paragraphBelow,
      ),
      Backspace: chainCommands(
        undoInputRule,
        lists.backspaceInList,
        blocks.leaveAtStart,
        blocks.plainAtStart,
      ),
      Tab: chainCommands(tables.nextCell, code.indentCode, lists.sinkInList),
      "Shift-Tab": chainCommands(tables.previousCell, code.outdentCode, lists.liftInList),
      ArrowDown: code.downOutOfCode,
    }),
    keymap(baseKeymap),
  ];
}
