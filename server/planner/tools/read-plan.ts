import { z } from "zod";
import { defineTool, type HarnessTool } from "../../harness/harness.ts";
import { permitted, type ToolScope } from "../tool-scope.ts";

/** The document as it is now, block by block; nothing of it is ever put into the prompt. */
export function readPlan(scope: ToolScope): HarnessTool {
  return defineTool({
    name: "read_plan",
    description:
      "Reads the document: its version, and each block with index, digest and Markdown source. Read before every edit; people type meanwhile.",
    input: z.strictObject({
      start: z.int().min(0).optional().describe("index of the first block to read; 0 unless given"),
      limit: z.int().min(1).max(500).optional().describe("how many blocks; all of them unless given"),
    }),
    permit: () => permitted(scope),
    async run({ start = 0, limit }) {
      const read = await scope.documents.read(scope.principal, { id: scope.document });
      if (!read.ok) return { text: `The document cannot be read: ${read.reason}.`, isError: true };
      const { version, title, blocks } = read;
      const shown = blocks.slice(start, limit === undefined ? undefined : start + limit);
      return { text: JSON.stringify({ version, title, total: blocks.length, blocks: shown }) };
    },
  });
}
