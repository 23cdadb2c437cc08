import { z } from "zod";
import { defineTool, type HarnessTool } from "../../harness/harness.ts";
import { permitted, type ToolScope } from "../tool-scope.ts";

/** Files and directories of the document's repository, at the commit at which the turn began. */
export function listRepositoryTree(scope: ToolScope): HarnessTool {
  return defineTool({
    name: "list_repository_tree",
    description:
      "Lists files and directories of the repository's default branch below a directory, in path order, at most 500.",
    input: z.strictObject({
      prefix: z.string().max(1000).optional().describe("a directory; the whole repository unless given"),
      limit: z.int().min(1).max(500).optional().describe("200 unless given"),
    }),
    permit: () => permitted(scope),
    async run({ prefix, limit }) {
      if (scope.commit === null) return unavailable;
      const tree = await scope.repositories.tree(scope.repository, {
        commit: scope.commit,
        prefix: directory(prefix),
        limit,
      });
      if (!tree.ok) return { text: `The tree cannot be listed: ${tree.reason}.`, isError: true };
      const { commit, entries, truncated } = tree;
      return { text: JSON.stringify({ commit, entries, truncated }) };
    },
  });
}

export const unavailable = { text: "The repository cannot be read at the moment.", isError: true } as const;

/** Models write the root as "/", "." or "./". */
function directory(prefix: string | undefined): string | undefined {
  return prefix === undefined || /^(\.?\/?)$/.test(prefix) ? undefined : prefix;
}
