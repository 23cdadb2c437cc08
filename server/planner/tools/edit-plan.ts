import { MAX_OPERATIONS, MAX_OPERATION_SOURCE } from "@chopin/document/operations";
import { z } from "zod";
import { defineTool, type HarnessTool, type ToolOutcome } from "../../harness/harness.ts";
import { permitted, type ToolScope } from "../tool-scope.ts";

const name = z
  .strictObject({ index: z.int().min(0), digest: z.string().regex(/^sha256:[0-9a-f]{64}$/) })
  .describe("a block as read_plan gave it");
const after = name.nullable().describe("the block it goes behind; null is the beginning");
const source = z.string().max(MAX_OPERATION_SOURCE).describe("Markdown, one block or several");

const operation = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("insert"), after, source }),
  z.strictObject({ type: z.literal("replace"), block: name, source }),
  z.strictObject({ type: z.literal("move"), block: name, after }),
  z.strictObject({ type: z.literal("delete"), block: name }),
]);

/** Edits the text through the same authority as a keystroke, all operations or none. */
export function editPlan(scope: ToolScope): HarnessTool {
  return defineTool({
    name: "edit_plan",
    description:
      "Changes the document by blocks, all operations or none. Every index and digest is as read_plan gave it and does not shift within the call. Refused as stale when a block it names changed since; then read again.",
    input: z.strictObject({
      version: z.int().min(0).describe("the version read_plan gave"),
      operations: z.array(operation).min(1).max(MAX_OPERATIONS),
    }),
    permit: () => permitted(scope),
    async run({ version, operations }): Promise<ToolOutcome> {
      const edited = await scope.documents.edit(scope.principal, { id: scope.document, version, operations });
      if (edited.ok) {
        const { blocks, changed } = edited;
        const now = changed.flatMap((index) => blocks.slice(index, index + 1).map(named));
        return {
          text: JSON.stringify({ version: edited.version, total: blocks.length, changed: now }),
          edit: { version: edited.version, blocks: changed, operations: operations.length },
        };
      }
      if (edited.reason === "signed-out" || edited.reason === "forbidden") return { denied: edited.reason };
      if ("changed" in edited) {
        const text = `Nothing was changed: blocks you named are not as you read them. They are now: ${JSON.stringify(edited.changed)}. Read again and decide anew.`;
        return { text, isError: true };
      }
      const detail = "detail" in edited && edited.detail !== undefined ? ` (${edited.detail})` : "";
      return { text: `Nothing was changed: ${edited.reason}${detail}.`, isError: true };
    },
  });
}

/** The model wrote the source itself; it needs the names only. */
function named({ index, digest }: { index: number; digest: string }): { index: number; digest: string } {
  return { index, digest };
}
