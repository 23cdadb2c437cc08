import type { StoredPart } from "@chopin/protocol/chat";
import type { TurnPart } from "@chopin/protocol/parts";

/** One tool call of a turn with whatever became of it. */
export type ToolView = {
  id: string;
  name: string;
  input: unknown;
  result?: { text: string; isError: boolean; tookMs: number };
  /** Why a permission was refused before it ran. */
  denied?: string;
  /** Indices of the blocks it changed, at the version it made. */
  edited?: number[];
};

/** What happens at this moment, as the last part tells it. */
export type Doing =
  | { kind: "starting" }
  | { kind: "thinking" }
  | { kind: "writing" }
  | { kind: "tool"; tool: ToolView };

/** A turn as Chat shows it: its tool calls in one list, then what it said. */
export type TurnView = {
  tools: ToolView[];
  texts: { id: string; text: string }[];
  doing: Doing;
  edits: number;
};

/** Folds the stored parts of one turn, in order of their index, into what is shown. */
export function foldTurn(parts: readonly StoredPart[]): TurnView {
  const view: TurnView = { tools: [], texts: [], doing: { kind: "starting" }, edits: 0 };
  for (const { part } of parts) fold(view, part);
  return view;
}

function fold(view: TurnView, part: TurnPart): void {
  switch (part.type) {
    case "text-start":
    case "text-delta":
      foldText(view, part);
      view.doing = { kind: "writing" };
      return;
    case "tool-call": {
      const tool = { id: part.toolCallId, name: part.toolName, input: part.input };
      view.tools.push(tool);
      view.doing = { kind: "tool", tool };
      return;
    }
    case "tool-result":
      change(view, part.toolCallId, {
        result: { text: part.result, isError: part.isError, tookMs: part.tookMs },
      });
      return;
    case "tool-denied":
      // It may have been refused before it was told of at all.
      if (!view.tools.some((tool) => tool.id === part.toolCallId)) {
        view.tools.push({ id: part.toolCallId, name: part.toolName, input: undefined });
      }
      change(view, part.toolCallId, { denied: part.reason });
      return;
    case "edit":
      view.edits += 1;
      change(view, part.toolCallId, { edited: part.blocks });
      return;
    case "text-end":
    case "reasoning-start":
    case "reasoning-delta":
    case "reasoning-end":
    case "stream-start":
    case "finish-step":
      view.doing = unfinished(view) ?? { kind: "thinking" };
      return;
    case "finish":
    case "error":
    case "end":
      return;
  }
}

/** A delta stands at its offset, so that one that comes twice is written over itself. */
function foldText(view: TurnView, part: Extract<TurnPart, { type: "text-start" | "text-delta" }>): void {
  let block = view.texts.find((text) => text.id === part.id);
  if (!block) {
    block = { id: part.id, text: "" };
    view.texts.push(block);
  }
  if (part.type === "text-delta") block.text = block.text.slice(0, part.offset) + part.delta;
}

function change(view: TurnView, id: string, news: Partial<ToolView>): void {
  const index = view.tools.findIndex((tool) => tool.id === id);
  const tool = view.tools[index];
  if (!tool) return;
  view.tools[index] = { ...tool, ...news };
  view.doing = unfinished(view) ?? { kind: "thinking" };
}

/** The last call that is still running: calls may run side by side and end in any order. */
function unfinished(view: TurnView): Doing | undefined {
  const tool = view.tools.findLast((tool) => !tool.result && tool.denied === undefined);
  return tool && { kind: "tool", tool };
}
