import { EditorState } from "prosemirror-state";
import type { Transaction } from "prosemirror-state";
import { Node } from "prosemirror-model";
import { schema } from "@chopin/document/schema";
import { collab } from "../../app/editor/collab/collab.ts";
import { sparingOthers } from "../../app/editor/plugins/spare-others.ts";
import { tableGrid } from "../../app/editor/plugins/table-editing.ts";
import { ownHistory } from "../../app/editor/collab/own-history.ts";
import { editorText } from "../../app/editor/collab/editor-text.ts";
import { openDocumentChannel } from "../../app/live/document-channel.ts";
import type { ChannelOptions, DocumentChannel } from "../../app/live/document-channel.ts";
import type { Timers } from "../../app/live/backoff.ts";
import type { Line } from "./network.ts";
import { DOCUMENT } from "./network.ts";

/** Timers that go off only when told to. */
export class HandTimers implements Timers {
  #waiting: { at: number; work: () => void }[] = [];
  #now = 0;

  set(work: () => void, milliseconds: number): unknown {
    const one = { at: this.#now + milliseconds, work };
    this.#waiting.push(one);
    return one;
  }

  clear(handle: unknown): void {
    this.#waiting = this.#waiting.filter((one) => one !== handle);
  }

  pass(milliseconds: number): void {
    this.#now += milliseconds;
    const due = this.#waiting.filter(({ at }) => at <= this.#now).sort((a, b) => a.at - b.at);
    this.#waiting = this.#waiting.filter(({ at }) => at > this.#now);
    for (const { work } of due) work();
  }
}

/** A person's page without a screen: a real editor state, the channel, and a line to a server. */
export class Page {
  state: EditorState;
  readonly channel: DocumentChannel;
  readonly line: Line;
  readonly timers = new HandTimers();

  constructor(
    line: Line,
    doc: unknown,
    ids: () => string,
    { version = 0, journal }: { version?: number; journal?: ChannelOptions["journal"] } = {},
  ) {
    this.line = line;
    this.state = EditorState.create({
      doc: Node.fromJSON(schema, doc),
      plugins: [collab({ version }), ownHistory(), sparingOthers(), tableGrid()],
    });
    this.channel = openDocumentChannel({
      connection: line,
      document: DOCUMENT,
      newId: ids,
      timers: this.timers,
      random: () => 0.5,
      ...(journal && { journal }),
    });
    this.channel.attach(editorText(this));
  }

  dispatch = (tr: Transaction): void => {
    this.state = this.state.apply(tr);
  };

  /** A change of this person's own. */
  edit = (tr: Transaction): void => {
    this.state = this.state.apply(tr);
    if (tr.docChanged) this.channel.edited();
  };
}
