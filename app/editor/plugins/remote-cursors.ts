import { Plugin } from "prosemirror-state";
import { CaretLayer } from "../views/caret-layer.ts";
import { remoteCarets, remoteCaretsKey } from "./remote-carets.ts";

/**
 * Shows where others are. Carets, names and selections are drawn in a layer above the text and never in it: they
 * split no text node, take part in no selection, break no composition, and the arrow keys do not meet them.
 */
export function remoteCursors(): Plugin {
  return new Plugin({
    key: remoteCaretsKey,
    state: remoteCarets,
    view: (view) => {
      const layer = new CaretLayer(view);
      return {
        update: (_, before) => {
          const carets = remoteCaretsKey.getState(view.state) ?? [];
          if (carets !== remoteCaretsKey.getState(before) || view.state.doc !== before.doc)
            layer.show(carets);
        },
        destroy: () => layer.destroy(),
      };
    },
  });
}
