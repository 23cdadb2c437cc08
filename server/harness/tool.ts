import type { TurnPart } from "@chopin/protocol/parts";
import { z } from "zod";

/** What a tool did. `text` is what the model reads, also of a failure. */
export type ToolOutcome =
  | { text: string; isError?: boolean | undefined; edit?: EditMade | undefined }
  /** The permission was refused and nothing ran; the turn ends. */
  | { denied: string };

/** An edit of the document that the tool made, shown in the turn. */
export type EditMade = Pick<Extract<TurnPart, { type: "edit" }>, "version" | "blocks" | "operations">;

export type ToolCall = { id: string; signal: AbortSignal };

/** A tool as a harness is given it. `run` takes whatever a model sent, and never throws. */
export type HarnessTool = {
  name: string;
  description: string;
  input: z.ZodType;
  /** Asked before anything else; a reason denies the call, and then it neither starts nor ends. */
  permit(): Promise<string | null>;
  run(input: unknown, call: ToolCall): Promise<ToolOutcome>;
};

/**
 * Makes a tool whose input is parsed before it runs: harnesses run tools even when their input does not fit, so the
 * schema they were given protects nothing. What does not fit is told to the model and never reaches `run`.
 */
export function defineTool<Schema extends z.ZodType>({
  name,
  description,
  input,
  permit,
  run,
}: {
  name: string;
  description: string;
  input: Schema;
  permit: () => Promise<string | null>;
  run: (input: z.output<Schema>, call: ToolCall) => Promise<ToolOutcome>;
}): HarnessTool {
  return {
    name,
    description,
    input,
    permit,
    async run(given, call) {
      const parsed = input.safeParse(given);
      if (!parsed.success) {
        return { text: `The input does not fit ${name}: ${z.prettifyError(parsed.error)}`, isError: true };
      }
      return await run(parsed.data, call);
    },
  };
}
