import { Plugin } from "prosemirror-state";
import { tableEditing } from "prosemirror-tables";
import { remoteTransaction } from "../collab/collab.ts";

/**
 * Cell selections and the keeping of rectangles, by prosemirror-tables; but what others did to a table is mended by
 * the page that did it. If every open page mended it at once, each would add its own cells.
 */
export function tableGrid(): Plugin {
  const { spec } = tableEditing();
  return new Plugin({
    ...spec,
    appendTransaction: (transactions, before, state) => {
      if (transactions.some((tr) => remoteTransaction(tr) !== null)) return null;
      return spec.appendTransaction?.call(new Plugin(spec), transactions, before, state) ?? null;
    },
  });
}
