import { useId, useState } from "react";
import { FileText, FolderTree, GitBranch, Pencil, Wrench } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import type { ToolView } from "./fold-turn.ts";
import { timeWords, toolWords, useChatWords } from "./turn-words.ts";

/** The tool calls of one turn in one bordered list; a click on a row opens its input and result. */
export function ToolCalls({ tools, over }: { tools: readonly ToolView[]; over: boolean }) {
  const t = useChatWords();
  return (
    <ul className="tools" aria-label={t("toolCalls", { count: tools.length })}>
      {tools.map((tool) => (
        <ToolRow key={tool.id} tool={tool} over={over} />
      ))}
    </ul>
  );
}

/** `over`: the turn has ended, so a call without a result will never have one. */
function ToolRow({ tool, over }: { tool: ToolView; over: boolean }) {
  const t = useChatWords();
  const [open, setOpen] = useState(false);
  const detail = useId();
  const { verb, object, code } = toolWords(t, tool);
  const Icon = ICONS[tool.name] ?? Wrench;
  return (
    <li>
      <button
        type="button"
        className="tool"
        aria-expanded={open}
        aria-controls={detail}
        onClick={() => setOpen(!open)}
      >
        <Icon size={14} strokeWidth={1.9} aria-hidden />
        <span className="min-w-0 truncate" title={object}>
          <b>{verb}</b> {code ? <code>{object}</code> : object}
        </span>
        <span className={tool.result?.isError || tool.denied ? "tm text-danger" : "tm"}>{timeOf(tool)}</span>
      </button>
      <div id={detail} hidden={!open}>
        {open ? <ToolDetail tool={tool} /> : null}
      </div>
    </li>
  );

  function timeOf(call: ToolView): string {
    if (call.denied !== undefined) return t("notRun");
    if (call.result?.isError) return t("failedTool");
    if (call.result) return timeWords(t, call.result.tookMs);
    return over ? t("notAnswered") : t("now");
  }
}

function ToolDetail({ tool }: { tool: ToolView }) {
  const t = useChatWords();
  return (
    <>
      {tool.input === undefined ? null : (
        <pre className="tool-x" aria-label={t("input")} tabIndex={0}>
          {JSON.stringify(tool.input, null, 1)}
        </pre>
      )}
      {tool.denied === undefined ? null : <p className="tool-x">{t("denied", { reason: tool.denied })}</p>}
      {tool.result ? (
        <pre className="tool-x" aria-label={t("result")} tabIndex={0}>
          {tool.result.text}
        </pre>
      ) : null}
    </>
  );
}

const ICONS: Record<string, LucideIcon> = {
  read_plan: FileText,
  edit_plan: Pencil,
  list_repository_tree: FolderTree,
  read_repository_file: GitBranch,
};
