import { lastInstruction, resultsSoFar, type Script, type ScriptedReply } from "./script.ts";

/**
 * Plays a Planner that works as a good model does: reads the text, looks at the repository, reads one file that is
 * really there, adds a paragraph after a block it read, and says what it did. Words of the instruction change it:
 * "slowly" spreads it over half a minute, "fail" ends in the provider's error, "cut" breaks off in mid-sentence,
 * "think" shows reasoning, "stale" edits a block that never was, and "only answer" leaves the document alone.
 */
export const plannerScript: Script = (request) => {
  const instruction = newestRequest(lastInstruction(request));
  const says = (word: string): boolean => new RegExp(`\\b${word}\\b`, "i").test(instruction);
  const pace: Pick<ScriptedReply, "delayMs" | "chunk"> = says("slowly")
    ? { delayMs: 250, chunk: 8 }
    : { delayMs: 15, chunk: 12 };
  const results = resultsSoFar(request);
  const result = (name: string): string | undefined => results.findLast((one) => one.name === name)?.text;
  const reasoning =
    says("think") && results.length === 0 ? "The text first, then what the code says." : undefined;

  if (says("fail")) return { status: 500 };
  if (says("cut")) return { ...pace, text: "I will begin with the introduction, and then", cut: true };
  if (says("only answer") || request.tools.length === 0) {
    return {
      ...pace,
      reasoning,
      text: "Chopin keeps one text for everybody; I can read it and change it with you.",
    };
  }
  if (result("read_plan") === undefined) {
    return {
      ...pace,
      reasoning,
      text: "I will read the document and look through the repository.",
      tools: [
        { name: "read_plan", input: {} },
        { name: "list_repository_tree", input: {} },
      ],
    };
  }
  const path = chooseFile(result("list_repository_tree") ?? "");
  if (path !== undefined && result("read_repository_file") === undefined) {
    return { ...pace, tools: [{ name: "read_repository_file", input: { path } }] };
  }
  if (result("edit_plan") === undefined) {
    const edit = editOf({ plan: result("read_plan") ?? "", path, stale: says("stale") });
    if (edit !== undefined) return { ...pace, tools: [{ name: "edit_plan", input: edit }] };
  }
  const said = path === undefined ? "the document" : `the document and \`${path}\``;
  return { ...pace, text: `I read ${said}, and added a paragraph about what I found there.` };
};

/** The instruction stands after whatever context precedes it. */
function newestRequest(text: string): string {
  return text.slice(text.lastIndexOf("<instruction") + 1);
}

/** A file a person would begin with, out of the tree's own entries. */
function chooseFile(tree: string): string | undefined {
  const entries = parse<{ entries?: { path: string; kind: string }[] }>(tree)?.entries ?? [];
  const files = entries.filter(({ kind }) => kind === "file").map(({ path }) => path);
  return (
    files.find((path) => /(^|\/)readme/i.test(path)) ??
    files.find((path) => /\.(md|ts|json)$/.test(path)) ??
    files[0]
  );
}

type Plan = { version: number; blocks: { index: number; digest: string }[] };

function editOf({
  plan,
  path,
  stale,
}: {
  plan: string;
  path: string | undefined;
  stale: boolean;
}): object | undefined {
  const read = parse<Plan>(plan);
  if (read === undefined) return undefined;
  const block = read.blocks[0];
  const after =
    block === undefined
      ? null
      : { index: block.index, digest: stale ? `sha256:${"0".repeat(64)}` : block.digest };
  const source =
    path === undefined
      ? "The repository has no files yet, so this plan begins from nothing."
      : `The repository already says something about this in \`${path}\`, and the plan builds on it.`;
  return { version: read.version, operations: [{ type: "insert", after, source }] };
}

function parse<Value>(text: string): Value | undefined {
  try {
    return JSON.parse(text) as Value;
  } catch {
    return undefined;
  }
}
