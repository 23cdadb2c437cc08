import type { HarnessTool } from "../../harness/harness.ts";
import type { ToolScope } from "../tool-scope.ts";
import { editPlan } from "./edit-plan.ts";
import { listRepositoryTree } from "./list-repository-tree.ts";
import { readPlan } from "./read-plan.ts";
import { readRepositoryFile } from "./read-repository-file.ts";

/** Every tool of the Planner, bound to one turn. */
export function plannerTools(scope: ToolScope): HarnessTool[] {
  return [readPlan, editPlan, listRepositoryTree, readRepositoryFile].map((tool) => tool(scope));
}
