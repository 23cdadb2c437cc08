import { Plugin } from "prosemirror-state";
import { tableEditing } from "prosemirror-tables";
import { remoteTransaction } from "../collab/collab.ts";
import { mend } from "../commands/tables.ts";

/**
 * Cell selections and the keeping of rectangles, by prosemirror-tables; but what others did to a table is mended by
 * the page that did it. If every open page mended it at once, each would add its own cells.
 */
export function tableGrid(): Plugin {
  const { spec } = tableEditing();
  const plain = new Plugin(spec);
  const base: NonNullable<typeof spec.appendTransaction> = (...given) =>
    spec.appendTransaction?.apply(plain, given) ?? null;
  return new Plugin({
    ...spec,
    appendTransaction: (transactions, before, state) => {
      if (transactions.some((tr) => remoteTransaction(tr) !== null)) return null;
      if (!transactions.some((tr) => tr.docChanged)) return base(transactions, before, state);
      // Cells that were pasted bring their own kind along.
      const mended = mend(base(transactions, before, state) ?? state.tr);
      return mended.docChanged || mended.selectionSet ? mended : null;
    },
  });
}
