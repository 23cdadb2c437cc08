import { useTranslation } from "react-i18next";
import type { TFunction } from "i18next";
import { spokenTime } from "./durations.ts";
import type { Doing, ToolView } from "./fold-turn.ts";

export type ChatT = TFunction<"chat">;

/** A finished duration in words. */
export function timeWords(t: ChatT, ms: number): string {
  const spoken = spokenTime(ms);
  if (spoken.key === "tenths") return t("tenths", { seconds: spoken.seconds });
  if (spoken.key === "seconds") return t("seconds", { seconds: spoken.seconds });
  if (spoken.seconds === 0) return t("wholeMinutes", { minutes: spoken.minutes });
  return t("minutes", { minutes: spoken.minutes, seconds: spoken.seconds });
}

/** What happens at this moment, in one line that only says what is so. */
export function doingWords(t: ChatT, doing: Doing): string {
  if (doing.kind === "starting") return t("starting");
  if (doing.kind === "thinking") return t("thinking");
  if (doing.kind === "writing") return t("writing");
  const { tool } = doing;
  if (tool.name === "read_plan") return t("readingDocument");
  if (tool.name === "edit_plan") return t("editingDocument");
  if (tool.name === "list_repository_tree") return t("listing");
  if (tool.name === "read_repository_file") return t("readingFile", { path: field(tool, "path") ?? "" });
  return t("using", { tool: tool.name });
}

export type ToolWords = { verb: string; object: string; code: boolean };

/** A tool call as verb and object; a path is shown as code. */
export function toolWords(t: ChatT, tool: ToolView): ToolWords {
  if (tool.name === "read_plan") return { verb: t("toolRead"), object: t("theDocument"), code: false };
  if (tool.name === "edit_plan") {
    const verb = tool.result ? t("toolEdited") : t("toolEditing");
    return { verb, object: editedWords(t, tool), code: false };
  }
  const path = field(tool, "path");
  if (tool.name === "list_repository_tree") {
    const prefix = field(tool, "prefix");
    return prefix
      ? { verb: t("toolListed"), object: prefix, code: true }
      : { verb: t("toolListed"), object: t("theRepository"), code: false };
  }
  if (tool.name === "read_repository_file") return { verb: t("toolRead"), object: path ?? "", code: true };
  return { verb: t("toolUsed"), object: tool.name, code: true };
}

export function useChatWords(): ChatT {
  return useTranslation("chat").t;
}

/** Blocks are counted from 1 where people read them. */
function editedWords(t: ChatT, tool: ToolView): string {
  const blocks = tool.edited ?? [];
  if (blocks.length === 0) return t("theDocument");
  const shown = blocks.slice(0, 4).map((index) => index + 1);
  return t("blocks", { count: blocks.length, list: shown.join(", ") + (blocks.length > 4 ? " …" : "") });
}

function field(tool: ToolView, name: string): string | undefined {
  const { input } = tool;
  if (typeof input !== "object" || input === null) return undefined;
  const value: unknown = Reflect.get(input, name);
  return typeof value === "string" && value !== "" ? value : undefined;
}
